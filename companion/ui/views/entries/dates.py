"""Dates and times in words."""

from datetime import datetime

from companion.rulebook.loader import AppWords


def ago(moment: datetime, now: datetime, words: AppWords) -> str:
    """Describe how long ago something was: "hace 5 minutos", "ayer", "el 3 de mayo"."""
    here = moment.astimezone(now.tzinfo)
    minutes = int((now - here).total_seconds() // 60)
    days = (now.date() - here.date()).days
    if minutes < 1:
        return words("time.now")
    if minutes < 60:
        return words("time.minutes_ago", n=minutes)
    if days == 0:
        return words("time.hours_ago", n=minutes // 60)
    if days == 1:
        return words("time.yesterday")
    if days < 7:
        return words("time.days_ago", n=days)
    month = words(f"start.month.{here.month}")
    if here.year == now.year:
        return words("start.date", day=here.day, month=month)
    return words("start.date_year", day=here.day, month=month, year=str(here.year))


def date_said(moment: datetime, now: datetime, words: AppWords) -> str:
    """Format the day of a time: "14 de noviembre de 2026"."""
    here = moment.astimezone(now.tzinfo)
    month = words(f"start.month.{here.month}")
    return words("time.day", day=here.day, month=month, year=str(here.year))


def local_time(moment: datetime, now: datetime) -> str:
    """Format the hour, with the day if it is another one."""
    here = moment.astimezone(now.tzinfo)
    if here.date() == now.date():
        return here.strftime("%H:%M")
    return here.strftime("%d/%m %H:%M")
