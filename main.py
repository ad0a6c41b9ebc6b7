"""What `flet build` starts: the app in the window that it was packed with."""

from companion import bootstrap
from companion.services.data_folder import data_folder


def main() -> None:
    """Shows the app until its window is closed."""
    folder = data_folder(None)
    with bootstrap.own_hub(folder) as hub:
        bootstrap.window(hub, folder)


if __name__ == "__main__":
    main()
