# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Wheels installed offline into fresh environments: of a stand-in for Falcon's archive, and the
slim one that `mvn -Pwheel package` has left in product/target, if it is there."""

import glob
import json
import os
import shutil
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
[ "$1" != gate ] || { echo "falcon gate: 0.2 is more than 0.1" >&2; exit 1; }
"""
HERE = os.path.dirname(os.path.abspath(__file__))
REAL = os.path.join(HERE, "..", "product", "target", "falcon_negatives_slim-*.whl")

# What a user does with the installed package; pyarrow where it is there.
PROGRAM = """
import json, os, sys
import numpy as np
import falcon_negatives as falcon
random = np.random.default_rng(0)
image = random.standard_normal((120, 8)).astype(np.float32)
text = image + random.standard_normal((120, 8)).astype(np.float32)
keys = [f"sample {row}" for row in range(120)]
sizes = dict(batch_size=10, search_space=40, seed=3)
plan = falcon.mine(image, text, keys=keys, **sizes)
assert list(plan) == ["epoch", "search_space", "batch", "position", "index", "key",
                      "anchor_index", "quantile", "rank", "candidates", "similarity"], list(plan)
assert sorted(plan["index"]) == list(range(120))
assert all(keys[i] == key for i, key in zip(plan["index"], plan["key"]))
first = plan["position"] == 0
assert (plan["anchor_index"][first] == -1).all() and np.isnan(plan["similarity"][first]).all()
corpus = dict(corpus=True, direction="image-text", num_negatives=2)
lists = falcon.mine(image, text, keys=keys, **corpus)
assert len(lists["anchor"]) == 240 and set(lists["negative"]) <= set(keys), lists
assert (lists["anchor"] != lists["negative"]).all()
assert lists["negative_score"].dtype == np.float32 and np.isfinite(lists["negative_score"]).all()
wide = falcon.mine(image, text, columns="n-tuple", **corpus)
assert {"negative_1", "negative_2_score"} <= set(wide) and wide["negative_1"].dtype.kind == "U"
falcon.write_store("store", image, text)
falcon.run("mine", "--embeddings", "store", "--out", "plan.csv", "--batch-size=10",
           "--search-space=40", "--seed=3")
assert falcon.verify("plan.csv", sample=2)["repetition"]["spaces"] == 2
with open("plan.csv", "a") as file:
    file.write("0")
changed = falcon.verify("plan.csv")
assert not changed["holds"] and changed["files"][0]["status"] == "changed", changed
data = "scenes:train,captions-per-image=1,count=6"
names = [f"train-{n:07d}" for n in range(6)]
pairs = {"image_key": [], "text_key": []}
for a in names:
    for b in names:
        if a != b:
            pairs["image_key"].append(a), pairs["text_key"].append(b)
scores = dict(pairs, score=random.random(len(pairs["image_key"])))
found = falcon.audit(data, pairs=pairs, scores={"mine:probability": scores})
assert found["provenance"]["command"] == "audit-fn", found
try:
    falcon.audit(data, pairs=pairs, scores={"mine:probability": scores}, require=["listed<=-1"])
    raise SystemExit("the gate holds")
except falcon.FalconError as e:
    assert e.exit_code == 1 and e.result["provenance"] == found["provenance"], (e, e.result)
try:
    falcon.mine(image, text, batch_size=1000, search_space=40)
    raise SystemExit("mined")
except falcon.FalconError as e:
    assert e.exit_code == 2 and str(e).startswith("falcon mine: "), e
try:
    import pyarrow as pa
except ImportError:
    print("without pyarrow")
else:
    column = pa.FixedSizeListArray.from_arrays
    table = pa.table({"image_embedding": column(pa.array(image.ravel()), 8),
                      "text_embedding": column(pa.array(text.ravel()), 8),
                      "key": keys, "image_id": [str(row // 2) for row in range(120)]})
    made = falcon.mine(table, exclude="same-image", **sizes)
    assert made.column_names == list(plan) and made["anchor_index"].null_count == 12, made
    assert set(made["key"].to_pylist()) == set(keys)
    batch = {}
    for space, number, index in zip(*(made[c].to_pylist()
                                      for c in ("search_space", "batch", "index"))):
        batch.setdefault((space, number), []).append(index // 2)
    assert all(len(set(ids)) == len(ids) for ids in batch.values())
    print("with pyarrow")
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

    def environment(self, wheel, *more):
        """A fresh environment with the wheel in it."""
        environment = os.path.join(self.folder, "environment")
        made = subprocess.run(
            [sys.executable, "-m", "venv", *more, environment], capture_output=True, check=False
        )
        if made.returncode:
            self.skipTest("no venv here: " + made.stderr.decode(errors="replace").strip())
        python = os.path.join(environment, "bin", "python")
        install = [python, "-m", "pip", "install", "--no-index", "--no-deps", "-q"]
        subprocess.run([*install, wheel], check=True)
        return environment, python

    def test_columns_of_numbers_keys_and_texts_are_kept(self):
        numpy = self.numpy()
        sys.path.insert(0, os.path.join(HERE, "wheel"))
        self.addCleanup(sys.path.pop, 0)
        package = os.path.join(HERE, "wheel", "falcon_negatives")
        tables = __import__("importlib.util").util.spec_from_file_location(
            "tables", os.path.join(package, "_tables.py")
        )
        module = __import__("importlib.util").util.module_from_spec(tables)
        tables.loader.exec_module(module)
        path = os.path.join(self.folder, "t.csv")
        columns = {
            "anchor": numpy.array(["1", "0"]),
            "negative_2": numpy.array(["0", ""]),
            "negative_2_score": numpy.array([0.5, numpy.nan], dtype=numpy.float32),
            "anchor_index": numpy.array([3, -1]),
            "label": numpy.array([1, 0]),
            "negative_caption": numpy.array(["a, b", "1"]),
        }
        module.write_csv(path, columns)
        read = module.read(path)
        for name, column in columns.items():
            numpy.testing.assert_array_equal(read[name], column, name)
        named = module.with_keys(read, ["zero", "one"], by_number=True)
        self.assertEqual(["one", "zero"], named["anchor"].tolist())
        self.assertEqual(["zero", ""], named["negative_2"].tolist())
        self.assertEqual(["a, b", "1"], named["negative_caption"].tolist())
        whole = module.with_keys(read, [20, 10], by_number=True)
        self.assertEqual([10, 20], whole["anchor"].tolist())
        self.assertEqual([20, -1], whole["negative_2"].tolist())
        by_text = module.with_keys(read, [0, 1], by_number=False)
        self.assertEqual([1, 0], by_text["anchor"].tolist())
        module.write_csv(path, dict(columns, negative_caption=["", ""]))
        self.assertNotIn("negative_caption", module.read(path))

    def numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("no numpy here")
        return numpy

    def test_real_slim_wheel_mines_audits_and_verifies(self):
        self.numpy()
        wheels = glob.glob(REAL)
        if not wheels:
            self.skipTest("no wheel in product/target; mvn -Pwheel package makes it")
        _, python = self.environment(wheels[0], "--system-site-packages")
        clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "JAVA_HOME", "FALCON_COMMAND")}
        # No other Java than the wheel's.
        tools = ("bash", "sh", "env", "dirname", "basename", "readlink", "uname", "sed", "grep", "cat")
        tools += ("nproc", "tr", "cut", "head", "mkdir", "rm", "mv", "awk", "ls", "id", "stat", "date")
        os.makedirs(os.path.join(self.folder, "bin"))
        for tool in tools:
            if shutil.which(tool):
                os.symlink(shutil.which(tool), os.path.join(self.folder, "bin", tool))
        clean["PATH"] = os.path.join(self.folder, "bin")
        clean["FALCON_CACHE"] = os.path.join(self.folder, "cache")
        done = subprocess.run(
            [python, "-c", PROGRAM],
            capture_output=True,
            text=True,
            check=False,
            env=clean,
            cwd=self.folder,
        )
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertRegex(done.stdout, "^with(out)? pyarrow")

    def test_installed_wheel_runs(self):
        environment, python = self.environment(self.wheel("out"))
        clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "FALCON_COMMAND")}

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
            "except f.FalconError as e:\n    print(e.exit_code, e, e.result)\n"
            "try:\n    f.run('gate')\n"
            "except f.FalconError as e:\n    print(e.exit_code, e, e.result['first'])\n"
            "assert f.verify('gate')['first'] == 'verify'\n"
        )
        done = run(python, "-c", program)
        expected = "2 falcon mine: store: is not there None\n1 falcon gate: 0.2 is more than 0.1 gate"
        self.assertEqual(done.stdout.strip(), expected, done.stderr)


if __name__ == "__main__":
    unittest.main()
