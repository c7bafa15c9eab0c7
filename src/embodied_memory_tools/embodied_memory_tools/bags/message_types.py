"""The message types of ROS 2 as the rosbags library needs them, without a ROS installation.

The standard ones come with rosbags. Ours are read from their .msg files, which lie in the installed share
folder or in the source tree; any other package is looked for in the prefixes of AMENT_PREFIX_PATH.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rosbags.typesys import Stores, get_types_from_idl, get_types_from_msg, get_typestore

from embodied_memory_tools.bags.bag_error import BagError

OWN_PACKAGE = "embodied_memory_interfaces"

_OTHERS = {
    "ffmpeg_image_transport_msgs/msg/FFMPEGPacket": "std_msgs/Header header\nint32 width\nint32 height\n"
    "string encoding\nuint64 pts\nuint8 flags\nbool is_bigendian\nuint8[] data\n",
    "foxglove_msgs/msg/CompressedVideo": "builtin_interfaces/Time timestamp\nstring frame_id\nuint8[] data\n"
    "string format\n",
    "foxglove_msgs/msg/CompressedImage": "builtin_interfaces/Time timestamp\nstring frame_id\nuint8[] data\n"
    "string format\n",
    "tf2_msgs/msg/TFMessage": "geometry_msgs/TransformStamped[] transforms\n",
    "tf/msg/tfMessage": "geometry_msgs/TransformStamped[] transforms\n",
}
"""Read from recordings that may carry no definitions, and neither in the library nor in ours."""


def _prefixes() -> Iterator[Path]:
    for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        if prefix:
            yield Path(prefix)


def message_folders(package: str) -> Iterator[Path]:
    """Every existing folder with the .msg files of a package, the installed ones first."""
    candidates = [prefix / "share" / package / "msg" for prefix in _prefixes()]
    for parent in Path(__file__).resolve().parents:
        candidates += [
            parent / package / "msg",
            parent / "share" / package / "msg",
            parent / package / "share" / package / "msg",
        ]
    yield from (folder for folder in candidates if folder.is_dir())


class MessageTypes:
    """A rosbags typestore that finds message types when they are first asked for.

    more_folders: folders of .msg files to look in as well, each named <package>/msg. ros1: as ROS 1 has them.
    """

    def __init__(self, more_folders: Sequence[Path] = (), ros1: bool = False) -> None:
        self.store: Any = get_typestore(Stores.ROS1_NOETIC if ros1 else Stores.ROS2_KILTED)
        self._more_folders = tuple(more_folders)

    def require(self, type_name: str) -> None:
        """Make a type such as "nav_msgs/msg/Odometry" known. BagError if it is found nowhere."""
        if type_name in self.store.fielddefs:
            return
        self.store.register({type_name: self._parsed(type_name)})
        for used in self._names_used_by(type_name):
            self.require(used)

    def learn(self, type_name: str, definition: str, is_idl: bool) -> None:
        """Take over the definition of a type, and of those it uses, as a bag carries it."""
        try:
            found = get_types_from_idl(definition) if is_idl else get_types_from_msg(definition, type_name)
            known = self.store.fielddefs
            self.store.register({name: fields for name, fields in found.items() if name not in known})
        except Exception as error:
            raise BagError(f"the bag's definition of {type_name} cannot be read: {error}") from error

    def message(self, type_name: str, **fields: Any) -> Any:
        """A message object; every field must be given, as rosbags asks for."""
        self.require(type_name)
        return self.store.types[type_name](**fields)

    def _parsed(self, type_name: str) -> Any:
        try:
            package, _, name = type_name.split("/")
        except ValueError:
            raise BagError(f"{type_name!r} is no message type; write it like sensor_msgs/msg/Image") from None
        own = [folder for folder in self._more_folders if folder.parent.name == package]
        for folder in (*own, *message_folders(package)):
            file = folder / f"{name}.msg"
            if file.is_file():
                return get_types_from_msg(file.read_text(encoding="utf-8"), type_name)[type_name]
        if type_name in _OTHERS:
            return get_types_from_msg(_OTHERS[type_name], type_name)[type_name]
        raise BagError(
            f"the definition of {type_name} was not found; source the workspace that builds {package}, "
            "so that AMENT_PREFIX_PATH names it"
        )

    def _names_used_by(self, type_name: str) -> Iterator[str]:
        for _, description in self.store.fielddefs[type_name][1]:
            while isinstance(description[1], tuple) and isinstance(description[1][0], tuple):
                description = description[1][0]
            if isinstance(description[1], str):
                yield description[1]
