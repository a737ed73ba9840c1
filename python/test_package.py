# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""The package falcon_negatives from the source tree.

Tests that run Falcon take the program that FALCON_COMMAND names, and skip without it; those of
lists need datasets and sentence-transformers.
"""

import concurrent.futures
import contextlib
import importlib.util
import json
import multiprocessing
import os
import pickle
import re
import shutil
import sys
import tempfile
import unittest
import warnings

try:
    import numpy as np
except ImportError:
    np = None

HERE = os.path.dirname(os.path.abspath(__file__))
# As make_wheel.py puts it together.
PLACE = tempfile.TemporaryDirectory()
unittest.addModuleCleanup(PLACE.cleanup)
PACKAGE = os.path.join(PLACE.name, "falcon_negatives")
shutil.copytree(os.path.join(HERE, "wheel", "falcon_negatives"), PACKAGE)
shutil.copy(os.path.join(HERE, "falcon_plan.py"), PACKAGE)
sys.path.insert(0, PLACE.name)

import falcon_negatives as falcon  # noqa: E402

# Prints a result with warnings, and fails where it is asked to.
STAND_IN = """#!/bin/sh
echo "a line of progress" >&2
case "$1" in
  fail) echo "falcon mine: store: is not there" >&2; exit 2 ;;
  warn) echo '{"warnings": ["rows rejected: 2"]}'; exit 3 ;;
  bare) echo '{}'; exit 3 ;;
esac
printf '{"arguments": "%s"}' "$*"
"""


def of_a_process(_):
    falcon.run("fail")


@unittest.skipIf(np is None, "no numpy here")
class Package(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        random = np.random.default_rng(0)
        self.images = random.standard_normal((120, 8)).astype(np.float32)
        self.texts = self.images + random.standard_normal((120, 8)).astype(np.float32)

    def use(self, program):
        before = os.environ.get("FALCON_COMMAND")
        os.environ["FALCON_COMMAND"] = program

        def undo():
            del os.environ["FALCON_COMMAND"]
            if before is not None:
                os.environ["FALCON_COMMAND"] = before

        self.addCleanup(undo)

    def stand_in(self):
        path = os.path.join(self.folder, "falcon")
        with open(path, "w", encoding="utf-8") as file:
            file.write(STAND_IN)
        os.chmod(path, 0o755)
        self.use(path)

    @contextlib.contextmanager
    def warned(self, pattern):
        """As assertWarnsRegex, which looks into every module and so loads those that load lazily."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield caught
        lines = [str(w.message) for w in caught if w.category is falcon.FalconWarning]
        self.assertTrue(any(re.search(pattern, line) for line in lines), (pattern, lines))

    def falcon(self):
        if not os.environ.get("FALCON_COMMAND"):
            self.skipTest("FALCON_COMMAND names no program")


class CommandTest(Package):
    def setUp(self):
        super().setUp()
        self.stand_in()

    def test_errors_come_out_of_another_process(self):
        error = pickle.loads(pickle.dumps(falcon.FalconError("one line", 1, {"rates": [1]})))
        self.assertEqual(("one line", 1, {"rates": [1]}), (str(error), error.exit_code, error.result))
        context = multiprocessing.get_context("fork")
        with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
            with self.assertRaises(falcon.FalconError) as caught:
                list(pool.map(of_a_process, [0]))
            self.assertEqual(2, caught.exception.exit_code)
            self.assertEqual("falcon mine: store: is not there", str(caught.exception))
            self.assertEqual(3, pool.submit(sum, (1, 2)).result())

    def test_warnings_arrive_where_the_package_is_called(self):
        with self.warned("^falcon warn: rows rejected: 2$") as caught:
            result = falcon.run("warn")
        self.assertEqual(os.path.abspath(__file__), os.path.abspath(caught[0].filename))
        self.assertEqual(["rows rejected: 2"], result["warnings"])
        with self.warned("some inputs were rejected"):
            falcon.run("bare")

    def test_a_command_may_be_one_text(self):
        expected = "mine --out a b.parquet --json --quiet"
        self.assertEqual(expected, falcon.run("mine --out 'a b.parquet'")["arguments"])
        self.assertEqual(expected, falcon.run("mine", "--out", "a b.parquet")["arguments"])
        self.assertEqual(expected, falcon.run(["mine", "--out", "a b.parquet"])["arguments"])
        with self.assertRaisesRegex(ValueError, "no command is given"):
            falcon.run()

    def test_progress_is_shown_where_it_is_asked_for(self):
        for asked, shown in ((True, "a line of progress\n"), (False, "")):
            before, sys.stderr = sys.stderr, tempfile.TemporaryFile("w+", encoding="utf-8")
            try:
                falcon.run("mine", progress=asked)
                sys.stderr.seek(0)
                self.assertEqual(shown, sys.stderr.read())
            finally:
                sys.stderr.close()
                sys.stderr = before


class ArgumentsTest(Package):
    """What is wrong is found before a program is started: there is none."""

    def setUp(self):
        super().setUp()
        self.use(os.path.join(self.folder, "nothing"))

    def refused(self, kind, message, *arguments, **options):
        with self.assertRaisesRegex(kind, message):
            falcon.mine(*arguments, **options)

    def test_arguments_that_do_not_fit(self):
        images, texts = self.images, self.texts
        self.refused(ValueError, "keys must be one a row: 1 for 120 rows", images, texts, keys=["a"])
        twice = ["a", "b"] * 60
        self.refused(ValueError, "'a' is that of rows 0 and 2", images, texts, keys=twice)
        self.refused(TypeError, "do you mean batch_size", images, texts, batchsize=10)
        self.refused(ValueError, "give one", images, texts, "grit", quantiles=0.9)
        self.refused(TypeError, "do you mean quantiles", images, texts, quantile=0.9)
        self.refused(TypeError, "has no option 'embeddings'", images, texts, embeddings="store")
        self.refused(ValueError, "text_vectors are missing", images)
        self.refused(ValueError, "must have one shape", images, texts[:5])
        self.refused(ValueError, "must be real numbers", images.astype(str), texts)
        self.refused(ValueError, "must be \\[rows, dimension\\]", images[0], texts[0])
        self.refused(ValueError, "must not be empty", images[:0], texts[:0])
        self.refused(ValueError, "out must end with one of", images, texts, out="plan")
        self.refused(ValueError, "is no table", images, texts, corpus=True, columns="trec")
        with self.assertRaisesRegex(ValueError, "plan is given, and no data"):
            falcon.audit(plan="plan.parquet")
        with self.assertRaisesRegex(TypeError, "do you mean again"):
            falcon.verify("plan.parquet", agains=True)

    def test_a_store_that_is_there_is_left_alone(self):
        store = os.path.join(self.folder, "store")
        falcon.write_store(store, self.images, self.texts)
        with self.assertRaisesRegex(FileExistsError, "holds vectors already; name another"):
            falcon.write_store(store, self.texts, self.images)
        with self.assertRaisesRegex(ValueError, "keys must be one a row"):
            falcon.write_store(store, self.texts, self.images, ["a"], overwrite=True)
        held = os.path.join(store, "img_emb", "img_emb_0.npy")
        np.testing.assert_array_equal(self.images, np.load(held))
        os.mkdir(os.path.join(store, "metadata"))  # of an earlier store, whose rows were others
        falcon.write_store(store, self.texts, self.images, overwrite=True)
        np.testing.assert_array_equal(self.texts, np.load(held))
        self.assertEqual(["img_emb", "text_emb"], sorted(os.listdir(store)))

    def test_vectors_of_other_forms_are_converted(self):
        from falcon_negatives import _tables

        forms = [self.images.astype(np.float64), np.asfortranarray(self.images), self.images.tolist()]
        column = np.empty(120, dtype=object)
        column[:] = list(self.images)
        forms.append(column)
        try:
            import pandas

            forms += [pandas.DataFrame(self.images), pandas.Series(list(self.images))]
        except ImportError:
            pass
        for form in forms:
            made = _tables.vectors(form)
            self.assertTrue(made.flags["C_CONTIGUOUS"] and made.dtype == np.float32, type(form))
            np.testing.assert_array_equal(self.images, made)
        self.assertEqual(np.float16, _tables.vectors(self.images.astype(np.float16)).dtype)

    def test_wrong_plans_and_ranks(self):
        with self.assertRaisesRegex(FileNotFoundError, "nope.parquet: there is no such plan"):
            falcon.PlanSampler("nope.parquet")
        with self.assertRaisesRegex(ValueError, "rank must lie in"):
            falcon.PlanSampler("nope.parquet", rank=2, world_size=2)
        with self.assertRaisesRegex(ValueError, "has no column epoch"):
            falcon.PlanSampler({"key": np.array(["a"])})


class MiningTest(Package):
    def setUp(self):
        super().setUp()
        self.falcon()

    def test_a_sampler_takes_what_was_mined(self):
        keys = np.arange(120) * 3
        with self.warned("samples left over"):
            plan = falcon.mine(
                self.images, self.texts, keys=keys, batch_size=15, search_space=40, seed=3
            )
        self.assertEqual(plan["key"].dtype, keys.dtype)
        np.testing.assert_array_equal(keys[plan["index"]], plan["key"])
        self.assertTrue(any("left over" in line for line in plan.warnings), plan.warnings)
        self.assertIsNone(plan.file)
        batches = list(falcon.PlanSampler(plan))
        self.assertEqual(plan["key"].tolist(), [key for batch in batches for key in batch])
        self.assertEqual({15}, {len(batch) for batch in batches})
        again = pickle.loads(pickle.dumps(plan))
        self.assertEqual((plan.warnings, list(plan)), (again.warnings, list(again)))

    def test_rejected_rows_are_warned_of_with_the_first_reason(self):
        self.images[7] = 0
        with self.warned("rejected: 1; the first: 7: .* is zero"):
            plan = falcon.mine(self.images, self.texts, batch_size=10, search_space=40)
        self.assertEqual(plan.summary["rejects"][0]["key"], "7")

    def test_quantiles_and_the_policy_are_one(self):
        asked = dict(batch_size=10, search_space=40)
        named = falcon.mine(self.images, self.texts, quantiles=0.5, **asked)
        placed = falcon.mine(self.images, self.texts, "0.5", **asked)
        self.assertEqual({0.5}, set(named["quantile"][named["anchor_index"] >= 0].tolist()))
        self.assertEqual(named["index"].tolist(), placed["index"].tolist())

    def test_a_model_that_does_not_fit_is_warned_of(self):
        with self.warned("chance: 50 %"):
            falcon.mine(self.images, self.texts[::-1].copy(), batch_size=10, search_space=40)
        with self.warned("mine: vectors: both vectors of a row are the same"):
            falcon.mine(self.images, self.images, batch_size=10, search_space=40)

    def test_lists_from_a_corpus_need_no_policy(self):
        asked = dict(corpus=True, direction="text-image", num_negatives=3)
        lists = falcon.mine(self.images, self.texts, **asked)
        former = falcon.mine(self.images, self.texts, output="negatives", **asked)
        self.assertEqual(lists["negative"].tolist(), former["negative"].tolist())
        self.assertEqual(lists.warnings, former.warnings)
        with self.assertRaisesRegex(ValueError, "give corpus=True"):
            falcon.mine(self.images, self.texts, output="negatives")
        with self.assertRaisesRegex(TypeError, "no option 'search_space'"):
            falcon.mine(self.images, self.texts, search_space=40, **asked)
        with self.assertRaisesRegex(TypeError, "no option 'direction'"):
            falcon.mine(self.images, self.texts, direction="text-image")
        self.assertEqual(360, len(lists["anchor"]))
        self.assertFalse({"positive_caption", "judge_score"} & set(lists), list(lists))
        # A naive search: the three images nearest to the first row's text.
        unit = [v / np.linalg.norm(v, axis=1, keepdims=True) for v in (self.images, self.texts)]
        nearest = [row for row in np.argsort(-(unit[0] @ unit[1][0])).tolist() if row != 0][:3]
        self.assertEqual([str(row) for row in nearest], lists["negative"][:3].tolist())

    def test_the_file_stays(self):
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            self.skipTest("no pyarrow here")
        keys = [f"sample {row}" for row in range(120)]
        out = os.path.join(self.folder, "plan.parquet")
        plan = falcon.mine(
            self.images, self.texts, keys=keys, out=out, batch_size=10, search_space=40
        )
        self.assertEqual(out, plan.file)
        self.assertEqual(list(falcon.PlanSampler(out)), list(falcon.PlanSampler(plan)))
        self.assertEqual(set(keys), set(plan["key"].tolist()))
        with open(out + ".json", encoding="utf-8") as file:
            self.assertEqual(plan.summary["summary"]["batches"], json.load(file)["summary"]["batches"])


@unittest.skipUnless(
    all(importlib.util.find_spec(name) for name in ("datasets", "torch", "sentence_transformers")),
    "no datasets, torch or sentence-transformers here",
)
class ListsTest(Package):
    """Row for row against mine_hard_negatives, with a model that returns fixed vectors."""

    ROWS, OTHERS, DIMENSION = 240, 160, 24

    def setUp(self):
        super().setUp()
        self.falcon()
        from datasets import Dataset

        random = np.random.default_rng(1)

        def near(rows, spread):
            vectors = rows + spread * random.normal(size=rows.shape)
            unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
            return unit.astype(np.float32)

        kinds = random.normal(size=(8, self.DIMENSION))
        # Two positives for each question.
        questions = np.repeat(near(kinds[np.arange(self.ROWS // 2) % 8], 1.2), 2, axis=0)
        self.vectors = (
            questions,
            near(questions, 0.15),
            near(kinds[np.arange(self.OTHERS) % 8], 1.2),
        )
        self.corpus = [f"other {row}" for row in range(self.OTHERS)]
        anchors = [f"question {row // 2}" for row in range(self.ROWS)]
        positives = [f"passage {row}" for row in range(self.ROWS)]
        self.dataset = Dataset.from_dict({"query": anchors, "answer": positives})
        self.of = dict(zip(anchors + positives + self.corpus, np.concatenate(self.vectors)))

    def model(self):
        import torch
        from sentence_transformers import SentenceTransformer

        of = self.of

        class Fixed(SentenceTransformer):
            def __init__(self):
                torch.nn.Module.__init__(self)
                self.asked = []

            def encode_query(self, texts, **options):
                self.asked.append(options["prompt"])
                return np.stack([of[text] for text in texts])

            encode = encode_document = encode_query

            def similarity(self, one, other):
                return torch.as_tensor(one) @ torch.as_tensor(other).T

            def similarity_pairwise(self, one, other):
                return (torch.as_tensor(one) * torch.as_tensor(other)).sum(1)

            @property
            def device(self):
                return torch.device("cpu")

        return Fixed()

    def compare(self, **arguments):
        from sentence_transformers.util import mine_hard_negatives

        theirs = mine_hard_negatives(self.dataset, self.model(), verbose=False, **arguments)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", falcon.FalconWarning)
            ours = falcon.lists(self.dataset, self.model(), **arguments)
        self.assertEqual(theirs.column_names, ours.column_names)
        self.assertGreater(len(theirs), 30, arguments)
        for column in theirs.column_names:
            if column.startswith("score"):
                for one, other in zip(theirs[column], ours[column]):
                    np.testing.assert_allclose(one, other, atol=1e-6)
            else:
                self.assertEqual(theirs[column][:], ours[column][:], (column, arguments))
        return ours

    def test_rows_are_those_of_mine_hard_negatives(self):
        rules = (
            dict(range_max=20),
            dict(relative_margin=0.05, range_max=60),
            dict(absolute_margin=0.1, range_max=50, num_negatives=2),
            dict(range_min=3, range_max=30, max_score=0.7, min_score=0.1),
        )
        forms = ("triplet", "n-tuple", "labeled-pair", "labeled-list")
        for number, form in enumerate(forms):
            self.compare(output_format=form, **rules[number])
            self.compare(
                output_format=form, output_scores=True, corpus=self.corpus, **rules[3 - number]
            )

    def test_without_a_depth_lists_are_full(self):
        arguments = dict(relative_margin=0.05, num_negatives=4, output_format="n-tuple")
        full = falcon.lists(self.dataset, self.vectors, corpus=self.corpus, **arguments)
        self.assertEqual(self.ROWS, len(full))
        self.assertIn("mined by Falcon", full.info.description)
        with self.warned("lists with too few negatives"):
            falcon.lists(self.dataset, self.vectors, corpus=self.corpus, depth=4, **arguments)

    def test_vectors_and_a_model_give_the_same(self):
        arguments = dict(corpus=self.corpus, range_max=20, output_scores=True)
        model = self.model()
        by_model = falcon.lists(self.dataset, model, query_prompt="query: ", **arguments)
        self.assertEqual(["query: ", None], model.asked)
        by_vectors = falcon.lists(self.dataset, self.vectors, **arguments)
        self.assertEqual(by_model.to_dict(), by_vectors.to_dict())
        named = dict(zip(("anchor", "positive", "corpus"), self.vectors))
        self.assertEqual(
            by_model.to_dict(), falcon.lists(self.dataset, named, **arguments).to_dict()
        )

    def test_wrong_arguments_are_found_before_encoding(self):
        def refused(kind, message, *arguments, **options):
            with self.assertRaisesRegex(kind, message):
                falcon.lists(*arguments, **options)

        data, vectors = self.dataset, self.vectors
        refused(ValueError, "no column 'question'", data, None, anchor_column_name="question")
        refused(ValueError, "output_format must be one of", data, None, output_format="ntuple")
        refused(TypeError, "do you mean relative_margin", data, None, relative_margins=0.05)
        refused(TypeError, "must be a SentenceTransformer", data, "all-MiniLM-L6-v2")
        refused(ValueError, "no vectors of it", data, vectors[:2], corpus=self.corpus)
        refused(ValueError, "vectors must be one a row: 5 for 240", data, (vectors[0][:5], vectors[1]))
        refused(ValueError, "prompts are for a model", data, vectors[:2], query_prompt="query: ")
        refused(ValueError, "row 0 must be a text", data.add_column("n", [1] * 240), None, "n")
        refused(TypeError, "take a split", {"train": data}, None)


if __name__ == "__main__":
    unittest.main()
