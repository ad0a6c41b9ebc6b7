"""Entry point of `flet build`: the app in its own window."""

from companion import bootstrap
from companion.services.storage.data_folder import data_folder


def main() -> None:
    """Show the app until its window is closed."""
    folder = data_folder(None)
    with bootstrap.own_hub(folder) as hub:
        bootstrap.window(hub, folder)


if __name__ == "__main__":
    main()
