"""The unfinished work (drafts) of a device, kept beyond its session."""
