"""python3 -m unittest discover python; parts that want a library that is not installed skip."""

import io
import os
import tarfile
import tempfile
import unittest

import falcon_plan

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    pq = None
try:
    import numpy as np
except ImportError:
    np = None
try:
    import torch
except ImportError:
    torch = None


def write_tar(path, samples):
    with tarfile.open(path, "w") as tar:
        for name, content in samples:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)


class TarSamplesTest(Folder):
    def setUp(self):
        super().setUp()
        write_tar(self.path("0.tar"), [("a/x.jpg", b"JA"), ("a/x.txt", b"one\ntwo"), ("b.jpg", b"JB")])
        write_tar(self.path("1.tar"), [("c.seg.png", b"S"), ("c.TXT", b"three")])
        self.samples = falcon_plan.TarSamples(self.path("*.tar"))

    def test_reads_by_key_and_by_number(self):
        self.assertEqual(["a/x", "b", "c"], self.samples.keys)
        self.assertEqual({"__key__": "b", "jpg": b"JB"}, self.samples["b"])
        self.assertEqual({"__key__": "c", "seg.png": b"S", "txt": b"three"}, self.samples[2])

    def test_a_numbered_key_is_the_sample_with_that_caption(self):
        self.assertEqual({"__key__": "a/x#1", "jpg": b"JA", "txt": b"two"}, self.samples["a/x#1"])

    def test_an_image_is_named_by_its_json_or_else_by_its_key(self):
        self.assertEqual("a/x", falcon_plan.image_id(self.samples["a/x#1"]))
        self.assertEqual("b", falcon_plan.image_id(self.samples["b"]))
        self.assertEqual("x#y", falcon_plan.image_id({"__key__": "x#y", "json": b"[]"}))
        self.assertEqual("7", falcon_plan.image_id({"__key__": "k", "json": b'{"image_id": 7}'}))

    def test_a_key_of_other_data_is_named(self):
        with self.assertRaisesRegex(KeyError, "no tar holds a sample 'z'"):
            self.samples["z"]

    def test_each_caption_that_the_json_lists_is_a_sample(self):
        listed = b'{"captions": ["one", "t\\nwo"]}'
        members = [("x.jpg", b"J"), ("x.txt", b"one\nt\\nwo"), ("x.json", listed)]
        members += [("y.txt", b"a\nb"), ("z.txt", b"c"), ("z.json", b"{}")]
        write_tar(self.path("2.tar"), members)
        samples = falcon_plan.TarSamples(self.path("2.tar"), captions="each")
        self.assertEqual(["x#0", "x#1", "y", "z"], samples.keys)
        self.assertEqual(4, len(samples))
        self.assertEqual((b"t\nwo", "x#1"), (samples[1]["txt"], samples[1]["__key__"]))
        self.assertEqual(b"a\nb", samples[2]["txt"], "its line breaks part no captions")
        with self.assertRaisesRegex(KeyError, "has 2 captions"):
            samples["x#2"]

    def test_decodes_what_it_reads(self):
        lengths = falcon_plan.TarSamples([self.path("0.tar")], decode=lambda s: len(s["jpg"]))
        self.assertEqual(2, lengths["b"])

    def test_a_pattern_without_tars_is_an_error(self):
        with self.assertRaisesRegex(FileNotFoundError, "no tar matches"):
            falcon_plan.TarSamples(self.path("*.zip"))


@unittest.skipUnless(pq, "pyarrow is not installed")
class PlanSamplerTest(Folder):
    """Two epochs of 2 search spaces, each of 3 batches of 4 samples."""

    def setUp(self):
        super().setUp()
        rows = [(e, s, b, p) for e in range(2) for s in range(2) for b in range(3) for p in range(4)]
        index = [(7 * i + 5 * e) % 24 for i, (e, _, _, _) in enumerate(rows)]
        self.batches = [
            [[f"k{i}" for i in index[e * 24 + b * 4 : e * 24 + b * 4 + 4]] for b in range(6)]
            for e in range(2)
        ]
        table = pa.table(
            {
                "epoch": pa.array([r[0] for r in rows], pa.int32()),
                "search_space": pa.array([r[1] for r in rows], pa.int32()),
                "batch": pa.array([r[2] for r in rows], pa.int32()),
                "position": pa.array([r[3] for r in rows], pa.int32()),
                "index": pa.array(index, pa.int64()),
                "key": [f"k{i}" for i in index],
            }
        )
        self.plan = self.path("plan.parquet")
        pq.write_table(table, self.plan, row_group_size=10)

    def test_yields_the_batches_in_the_plans_order(self):
        sampler = falcon_plan.PlanSampler(self.plan)
        self.assertEqual(2, sampler.epochs)
        for epoch in (0, 1):
            sampler.set_epoch(epoch)
            self.assertEqual(6, len(sampler))
            self.assertEqual(self.batches[epoch], list(sampler))
            self.assertEqual(self.batches[epoch], list(sampler), "and again")

    def test_yields_rows_of_the_store(self):
        sampler = falcon_plan.PlanSampler(self.plan, by="index")
        self.assertEqual([[int(k[1:]) for k in b] for b in self.batches[0]], list(sampler))

    def test_yields_one_row_of_each_list(self):
        table = pq.read_table(self.plan)
        rows = [1 + i % 3 for i in range(table.num_rows)]
        first = [10 * i for i in range(table.num_rows)]
        lists = self.path("lists.parquet")
        table = table.append_column("first_row", pa.array(first, pa.int64()))
        pq.write_table(table.append_column("rows", pa.array(rows, pa.int32())), lists)
        sampler = falcon_plan.PlanSampler(lists, by="list")
        self.assertEqual([[0, 10, 20, 30], [40, 50, 60, 70]], list(sampler)[:2])
        sampler.set_epoch(1)
        self.assertEqual([240, 251, 261, 270], list(sampler)[0], "lists of 1, 2, 3 and 1 rows")
        with self.assertRaisesRegex(ValueError, "has no column first_row; .* --batches"):
            falcon_plan.PlanSampler(self.plan, by="list")

    def test_reads_arrow_and_a_folder_of_parts(self):
        table = pq.read_table(self.plan)
        arrow = self.path("plan.arrow")
        with pa.ipc.new_file(arrow, table.schema) as file:
            file.write_table(table, max_chunksize=7)
        parts = self.path("parts")
        os.mkdir(parts)
        for number, start in enumerate((0, 10, 26)):
            rows = table.slice(start, (10, 16, 22)[number])
            pq.write_table(rows, os.path.join(parts, f"part-{number}.parquet"))
        with self.assertRaisesRegex(FileNotFoundError, "falcon merge writes it"):
            falcon_plan.PlanSampler(parts)
        with open(os.path.join(parts, "plan.json"), "w") as file:
            file.write('{"parts": [%s]}' % ", ".join(
                '{"file": "part-%d.parquet"}' % number for number in range(3)))
        for plan in (arrow, parts):
            for by in ("key", "index"):
                sampler = falcon_plan.PlanSampler(plan, by=by)
                whole = falcon_plan.PlanSampler(self.plan, by=by)
                for epoch in (0, 1):
                    sampler.set_epoch(epoch)
                    whole.set_epoch(epoch)
                    self.assertEqual(list(whole), list(sampler))
        with open(self.path("plan.csv"), "w", encoding="utf-8") as file:
            file.write("epoch\n")
        with self.assertRaisesRegex(ValueError, "from .parquet or .arrow"):
            falcon_plan.PlanSampler(self.path("plan.csv"))

    def test_ranks_share_the_batches_and_make_equal_steps(self):
        ranks = [list(falcon_plan.PlanSampler(self.plan, r, 4)) for r in range(4)]
        self.assertEqual([1, 1, 1, 1], [len(r) for r in ranks], "two batches fill no round")
        ranks = [list(falcon_plan.PlanSampler(self.plan, r, 3)) for r in range(3)]
        together = [batch for step in zip(*ranks, strict=True) for batch in step]
        self.assertEqual(self.batches[0], together)

    def test_ranks_share_each_batch(self):
        ranks = [list(falcon_plan.PlanSampler(self.plan, r, 2, "samples")) for r in range(2)]
        for batch, left, right in zip(self.batches[0], *ranks, strict=True):
            self.assertEqual((batch[0::2], batch[1::2]), (left, right))
        with self.assertRaisesRegex(ValueError, "4 samples does not divide among 3"):
            falcon_plan.PlanSampler(self.plan, 0, 3, "samples")

    def test_a_resumed_run_goes_on_behind_its_steps(self):
        for shuffle in (None, 7):
            whole = falcon_plan.PlanSampler(self.plan, 1, 2, shuffle=shuffle)
            whole.set_epoch(1)
            resumed = falcon_plan.PlanSampler(self.plan, 1, 2, shuffle=shuffle)
            resumed.set_epoch(1, steps_done=2)
            self.assertEqual(list(whole)[2:], list(resumed))
            self.assertEqual(1, len(resumed))

    def test_shuffles_batches_and_nothing_else_alike_on_all_ranks(self):
        shuffled = list(falcon_plan.PlanSampler(self.plan, shuffle=3))
        self.assertNotEqual(self.batches[0], shuffled)
        self.assertCountEqual(self.batches[0], shuffled)
        ranks = [list(falcon_plan.PlanSampler(self.plan, r, 2, shuffle=3)) for r in range(2)]
        together = [batch for step in zip(*ranks, strict=True) for batch in step]
        self.assertEqual(shuffled, together)

    def test_an_epoch_that_the_plan_has_not_is_named(self):
        with self.assertRaisesRegex(ValueError, "has epochs 0 to 1, and no 2; falcon mine --epochs 3"):
            falcon_plan.PlanSampler(self.plan).set_epoch(2)

    @unittest.skipUnless(torch, "torch is not installed")
    def test_torchs_loader_takes_it(self):
        write_tar(self.path("0.tar"), [(f"k{i}.txt", str(i).encode()) for i in range(24)])
        samples = falcon_plan.TarSamples(self.path("0.tar"), decode=lambda s: int(s["txt"]))
        sampler = falcon_plan.PlanSampler(self.plan, rank=1, world_size=2)
        for workers in (0, 2):
            for epoch in (0, 1):
                sampler.set_epoch(epoch)
                loader = torch.utils.data.DataLoader(
                    samples, batch_sampler=sampler, num_workers=workers
                )
                seen = [[f"k{i}" for i in batch.tolist()] for batch in loader]
                self.assertEqual(self.batches[epoch][1::2], seen)


@unittest.skipUnless(pq and np, "pyarrow or numpy is not installed")
class StoreWriterTest(Folder):
    def test_writes_what_clip_retrieval_would(self):
        images = np.arange(15, dtype="float32").reshape(5, 3)
        with falcon_plan.StoreWriter(self.path("store"), rank=2, rows_per_file=3) as store:
            store.add(["a", "b"], images[:2], -images[:2], captions=["A", "B"])
            store.add(["c"], images[2:3], -images[2:3], captions=["C"])
            store.add(["d", "e"], images[3:], -images[3:], captions=["D", "E"])
        for number, rows in (("00200000", slice(0, 3)), ("00200001", slice(3, 5))):
            at = self.path("store/img_emb/img_emb_" + number + ".npy")
            self.assertTrue(np.array_equal(images[rows], np.load(at)))
            at = self.path("store/text_emb/text_emb_" + number + ".npy")
            self.assertTrue(np.array_equal(-images[rows], np.load(at)))
            at = self.path("store/metadata/metadata_" + number + ".parquet")
            self.assertEqual(list("abcde")[rows], pq.read_table(at)["key"].to_pylist())
            self.assertEqual(list("ABCDE")[rows], pq.read_table(at)["caption"].to_pylist())

    def test_an_earlier_store_is_left_alone(self):
        vector = np.ones((1, 2))
        with falcon_plan.StoreWriter(self.path("store")) as store:
            store.add(["a"], vector, vector)
        with self.assertRaisesRegex(FileExistsError, "holds vectors already"):
            falcon_plan.StoreWriter(self.path("store"))

    def test_what_a_killed_run_has_left_is_written_again(self):
        vector = np.ones((2, 2))
        killed = falcon_plan.StoreWriter(self.path("store"), rows_per_file=2)
        killed.add(["a", "b"], vector, vector)
        self.assertFalse(falcon_plan.StoreWriter.whole(self.path("store")))
        with falcon_plan.StoreWriter(self.path("store"), rows_per_file=2) as store:
            store.add(["c", "d"], vector, vector)
        self.assertTrue(falcon_plan.StoreWriter.whole(self.path("store")))
        names = os.listdir(self.path("store/metadata"))
        self.assertEqual(["metadata_00000000.parquet"], names)
        table = pq.read_table(self.path("store/metadata/metadata_00000000.parquet"))
        self.assertEqual(["c", "d"], table["key"].to_pylist())

    def test_vectors_of_two_shapes_are_named(self):
        with falcon_plan.StoreWriter(self.path("store")) as store:
            with self.assertRaisesRegex(ValueError, r"\(1, 2\) and \(1, 3\)"):
                store.add(["a"], np.ones((1, 2)), np.ones((1, 3)))

    @unittest.skipUnless(torch, "torch is not installed")
    def test_takes_half_precision_tensors_with_gradients(self):
        vectors = torch.tensor([[1.0, 2.0]], dtype=torch.bfloat16, requires_grad=True)
        with falcon_plan.StoreWriter(self.path("store"), dtype="float16") as store:
            store.add(["a"], vectors, vectors)
        read = np.load(self.path("store/img_emb/img_emb_00000000.npy"))
        self.assertEqual(("float16", [[1.0, 2.0]]), (str(read.dtype), read.tolist()))


if __name__ == "__main__":
    unittest.main()
