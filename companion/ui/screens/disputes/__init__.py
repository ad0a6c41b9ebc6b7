"""Screens of the disputes: their list, one file, and the forms that open and decide one."""
