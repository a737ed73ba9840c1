# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""A wheel of a stand-in for Falcon's archive, installed offline into a fresh environment."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile

import make_wheel

# Prints its arguments as JSON; fails where the first is "fail".
LAUNCHER = """#!/bin/sh
if [ "$1" = fail ]; then
  echo "WARNING: a note of the JVM" >&2
  echo "falcon mine: store: is not there" >&2
  exit 2
fi
[ -x "$(dirname "$0")/runtime/bin/java" ] || exit 9
printf '{"first": "%s", "count": %s}' "$1" "$#"
"""


class WheelTest(unittest.TestCase):
    def setUp(self):
        self.work = tempfile.TemporaryDirectory()
        self.addCleanup(self.work.cleanup)
        self.folder = self.work.name
        self.dist = os.path.join(self.folder, "dist")
        for name, text, mode in (
            ("dist/falcon", LAUNCHER, 0o755),
            ("dist/LICENSE", "Apache-2.0", 0o644),
            ("dist/lib/falcon-cli-1.jar", "a jar", 0o644),
            ("dist/lib/pytorch-native-cpu-2.jar", "a large jar", 0o644),
            ("dist/onnx-models/scenes-tiny/config.json", "{}", 0o644),
            ("dist/docs/page.md", "not in the wheel", 0o644),
            ("runtime/bin/java", "#!/bin/sh\n", 0o755),
        ):
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(path, mode)

    def wheel(self, out, *more):
        folder = os.path.join(self.folder, out)
        command = [self.dist, "--version", "0.1.0-SNAPSHOT", "--out", folder]
        command += ["--runtime", os.path.join(self.folder, "runtime"), *more]
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            before, sys.stdout = sys.stdout, nowhere
            try:
                make_wheel.main(command)
            finally:
                sys.stdout = before
        (name,) = os.listdir(folder)
        return os.path.join(folder, name)

    def test_equal_inputs_give_equal_wheels(self):
        one, other = self.wheel("one"), self.wheel("other")
        self.assertRegex(os.path.basename(one), r"^falcon_negatives-0\.1\.0\.dev0-py3-none-\w+\.whl$")
        with open(one, "rb") as a, open(other, "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_slim_wheel_lacks_what_training_needs(self):
        with zipfile.ZipFile(self.wheel("whole")) as whole:
            names = set(whole.namelist())
        with zipfile.ZipFile(self.wheel("slim", "--slim")) as slim:
            kept = set(slim.namelist())
        jars = {name for name in names if name.endswith(".jar")}
        self.assertEqual(len(jars), 2)
        self.assertEqual(jars - kept, {"falcon_negatives/falcon/lib/pytorch-native-cpu-2.jar"})
        self.assertNotIn("falcon_negatives/falcon/docs/page.md", names)
        self.assertIn("falcon_negatives/py.typed", names)

    def test_installed_wheel_runs(self):
        environment = os.path.join(self.folder, "environment")
        made = subprocess.run(
            [sys.executable, "-m", "venv", environment], capture_output=True, check=False
        )
        if made.returncode:
            self.skipTest("no venv here: " + made.stderr.decode(errors="replace").strip())
        python = os.path.join(environment, "bin", "python")
        install = [python, "-m", "pip", "install", "--no-index", "--no-deps", "-q"]
        subprocess.run([*install, self.wheel("out")], check=True)
        clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}

        def run(*words):
            return subprocess.run(
                words, capture_output=True, text=True, check=False, env=clean, cwd=self.folder
            )

        script = run(os.path.join(environment, "bin", "falcon"), "mine", "a b")
        self.assertEqual(json.loads(script.stdout), {"first": "mine", "count": 2}, script.stderr)
        self.assertEqual(run(os.path.join(environment, "bin", "falcon"), "fail").returncode, 2)
        program = (
            "import falcon_negatives as f\n"
            "assert f.run('mine')['count'] == 3\n"
            "assert f.PlanSampler and f.TarSamples and f.StoreWriter\n"
            "try:\n    f.run('fail')\n"
            "except f.FalconError as e:\n    print(e.exit_code, e)\n"
        )
        done = run(python, "-c", program)
        self.assertEqual(done.stdout.strip(), "2 falcon mine: store: is not there", done.stderr)


if __name__ == "__main__":
    unittest.main()
