"""Data coming in and going out: files, links, QR codes, backups."""
