"""Use cases over matches: recording, sharing, redaction, disputes, boxes, transfer, storage."""
