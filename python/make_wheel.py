#!/usr/bin/env python3
# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Makes a wheel of an unpacked archive of Falcon and a Java runtime.

    make_wheel.py DIST --version 0.2.0 --out FOLDER [--runtime DIR | --jlink PROGRAM] [--slim]

Equal inputs give equal bytes. A slim wheel lacks PyTorch's library: it does not train.
"""

import argparse
import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = "falcon_negatives"
MODULES = "java.se,jdk.incubator.vector,jdk.management,jdk.unsupported,jdk.zipfs,jdk.httpserver"
TRAINING = re.compile(r"^(pytorch-native|pytorch-jni)")
TIME = (1980, 1, 1, 0, 0, 0)


def files(folder, below=""):
    """Names below a folder with their paths, sorted; links are followed."""
    for name in sorted(os.listdir(os.path.join(folder, below))):
        path = os.path.join(below, name)
        if os.path.isdir(os.path.join(folder, path)):
            yield from files(folder, path)
        else:
            yield path.replace(os.sep, "/"), os.path.join(folder, path)


def contents(dist, runtime, slim):
    """What the wheel holds: names in it, and files."""
    for name, path in files(os.path.join(HERE, "wheel", PACKAGE)):
        if not name.endswith(".pyc"):
            yield f"{PACKAGE}/{name}", path
    yield f"{PACKAGE}/falcon_plan.py", os.path.join(HERE, "falcon_plan.py")
    for name, path in files(dist):
        jar = name.startswith("lib/") and os.path.basename(name)
        if name == "falcon" or name.startswith("onnx-models/") or name == "LICENSE":
            yield f"{PACKAGE}/falcon/{name}", path
        elif jar and not (slim and TRAINING.match(jar)):
            yield f"{PACKAGE}/falcon/{name}", path
    for name, path in files(runtime):
        yield f"{PACKAGE}/falcon/runtime/{name}", path


def metadata(version, name, platform):
    """The files of the wheel's own folder but for the list."""
    wheel = f"Wheel-Version: 1.0\nGenerator: falcon\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n"
    about = (
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        "Summary: Hard negatives for vision-language training, mined, audited and evaluated\n"
        "License: Apache-2.0\nRequires-Python: >=3.9\nRequires-Dist: numpy\n"
        "Provides-Extra: arrow\nRequires-Dist: pyarrow; extra == 'arrow'\n"
    )
    scripts = f"[console_scripts]\nfalcon = {PACKAGE}._command:main\n"
    return {"WHEEL": wheel, "METADATA": about, "entry_points.txt": scripts}


def write(out, listed, own, folder):
    """Writes the zip, and last the list of all files with their digests."""
    record = []

    def add(archive, name, data, mode):
        entry = zipfile.ZipInfo(name, TIME)
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_STORED if name.endswith(".jar") else zipfile.ZIP_DEFLATED
        archive.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(data)}")

    part = out + ".partial"
    with zipfile.ZipFile(part, "w") as archive:
        for name, path in listed:
            with open(path, "rb") as file:
                data = file.read()
            program = os.access(path, os.X_OK) or name.endswith("/falcon/falcon")
            add(archive, name, data, 0o755 if program else 0o644)
        for name, text in own.items():
            add(archive, f"{folder}/{name}", text.encode(), 0o644)
        entry = zipfile.ZipInfo(f"{folder}/RECORD", TIME)
        entry.external_attr = 0o100644 << 16
        archive.writestr(entry, "\n".join([*record, f"{folder}/RECORD,,", ""]))
    os.replace(part, out)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dist", help="the unpacked archive")
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", required=True, help="the folder for the wheel")
    parser.add_argument("--runtime", help="a Java runtime; made by jlink where it is not named")
    parser.add_argument("--jlink", default="jlink", help="the JDK's program")
    parser.add_argument("--platform", default=re.sub(r"\W", "_", sysconfig.get_platform()))
    parser.add_argument("--slim", action="store_true", help="without PyTorch's library")
    given = parser.parse_args(arguments)
    if not os.path.isfile(os.path.join(given.dist, "falcon")):
        parser.error(f"{given.dist}: is no unpacked archive of Falcon; it has no launcher")
    version = re.sub(r"-SNAPSHOT$", ".dev0", given.version)
    distribution = PACKAGE + ("_slim" if given.slim else "")
    os.makedirs(given.out, exist_ok=True)
    out = os.path.join(given.out, f"{distribution}-{version}-py3-none-{given.platform}.whl")
    with tempfile.TemporaryDirectory() as work:
        runtime = given.runtime
        if runtime is None:
            runtime = os.path.join(work, "runtime")
            command = [given.jlink, "--add-modules", MODULES, "--strip-debug", "--no-man-pages"]
            command += ["--no-header-files", "--compress=2", "--output", runtime]
            subprocess.run(command, check=True)
        folder = f"{distribution}-{version}.dist-info"
        own = metadata(version, distribution.replace("_", "-"), given.platform)
        write(out, contents(given.dist, runtime, given.slim), own, folder)
    print(f"{out}: {os.path.getsize(out) / 1e6:.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
