"""
What `once` saves before anything is sent: the request key and the body of a piece of work, under a name that is the
same after a restart. A name keeps what was saved first, forever.
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from .errors import UsageError, kind_of


@dataclass(frozen=True)
class SavedRequest:
    """A request key, and the JSON of the request that it is for, if it was saved."""

    key: str
    body: str | None = None


class RequestStore(Protocol):
    """
    Keeps one request for each name. You can write one on a table with a unique name; for `AsyncClient`, its functions
    may be coroutines.
    """

    def get(self, name: str, /) -> SavedRequest | Awaitable[SavedRequest | None] | None:
        """Returns what is saved under the name, if anything."""
        ...

    def put(self, name: str, request: SavedRequest, /) -> SavedRequest | Awaitable[SavedRequest]:
        """
        Saves the request unless the name already has one, and returns what the name has then. This must be one atomic
        step for all users of the store, and be on the disk before it returns.
        """
        ...


class MemoryRequestStore:
    """Keeps requests in the memory of this process: for tests, and for work that need not survive a crash."""

    def __init__(self) -> None:
        self._saved: dict[str, SavedRequest] = {}

    def get(self, name: str, /) -> SavedRequest | None:
        return self._saved.get(name)

    def put(self, name: str, request: SavedRequest, /) -> SavedRequest:
        return self._saved.setdefault(name, request)


class FileRequestStore:
    """
    Keeps requests in small files, one for each name, in a folder that it makes if needed. Processes on one machine can
    share it. The files have the bodies of requests, and only the user who made them can read them. The TypeScript
    client's `createFileRequestKeys` can use the same folder.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        if not os.fspath(folder):
            raise UsageError("Give FileRequestStore the folder that requests are kept in.")
        # The working directory can change later; the folder must not.
        self._folder = Path(folder).absolute()

    def get(self, name: str, /) -> SavedRequest | None:
        saved = _read(self._path_of(name), name)
        # The process that put the request there may not have synced the folder yet.
        if saved is not None:
            _sync_folder(self._folder)
        return saved

    def put(self, name: str, request: SavedRequest, /) -> SavedRequest:
        path = self._path_of(name)
        made = [each for each in (self._folder, *self._folder.parents) if not each.exists()]
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_name(f"{path.name}.{uuid.uuid4()}.new")
        document: dict[str, Any] = {"name": name, "key": request.key}
        if request.body is not None:
            document["body"] = request.body
        try:
            _write(draft, json.dumps(document) + "\n")
            # Unlike a rename, a link never replaces a file: the first one stays, complete.
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink(missing_ok=True)
        _sync_folder(self._folder)
        # A new folder is a new name in its parent folder.
        for each in made:
            _sync_folder(each.parent)
        return _read(path, name) or request

    def _path_of(self, name: str) -> Path:
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()}.json"


def check_name(name: object) -> str:
    """Refuses names that two pieces of work could share by accident."""
    if not isinstance(name, str) or name == "":
        raise UsageError("Give the work a name that is the same after a restart.")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise UsageError("The name has half a surrogate pair.") from None
    return name


def check_request_key(key: object, what: str = "The request key") -> str:
    """Refuses a request key that the service would not accept."""
    if isinstance(key, str) and 1 <= len(key) <= 255 and all("!" <= character <= "~" for character in key):
        return key
    quoted = json.dumps(key) if isinstance(key, str) else f"is {kind_of(key)} and"
    raise UsageError(f"{what} {quoted} must be 1 to 255 visible ASCII characters, without spaces.")


def new_request_key() -> str:
    """A new, unused request key."""
    return str(uuid.uuid4())


def _read(path: Path, name: str) -> SavedRequest | None:
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return None
    try:
        document: dict[str, Any] = json.loads(text)
        key, body = check_request_key(document["key"]), document.get("body")
        if body is not None:
            json.loads(body)
    except (ValueError, LookupError, TypeError, AttributeError, UsageError) as error:
        raise UsageError(
            f"The saved request in {path} is damaged: restore it. Without it, the same work can be bought twice.",
            cause=error,
        ) from error
    if document.get("name") != name:
        raise UsageError(f"The saved request in {path} is about another name: restore the file that belongs there.")
    return SavedRequest(key, body)


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Makes a new name survive a power cut, if the system can do that."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)
