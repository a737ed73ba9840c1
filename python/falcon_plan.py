# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Train in PyTorch on the batch plans that `falcon mine` writes, and give the vectors back.

Copy this file beside your training script; it is no package. It needs pyarrow to read plans and
to write stores, and numpy to write stores. It does not import torch: a sampler and a dataset are
duck-typed, and torch.utils.data.DataLoader takes them as they are.

    samples = TarSamples("tars/*.tar", decode=my_decode)
    sampler = PlanSampler("plan.parquet", rank=rank, world_size=world_size)
    loader = DataLoader(samples, batch_sampler=sampler, num_workers=8)
    for epoch in range(sampler.epochs):
        sampler.set_epoch(epoch)
        for batch in loader: ...
"""

import glob
import json
import os
import random
import re
import tarfile


class PlanSampler:
    """A batch sampler: every step's samples, as the plan has composed them.

    Reads the columns epoch, search_space, batch and key (or index, or first_row and rows) of one
    epoch at a time. Memory: one string a sample of the epoch with by="key", else 8 bytes.

    plan        what falcon mine wrote: a .parquet or .arrow file, or the folder of a plan in parts;
                or what falcon_negatives.mine gave: columns, or a table of pyarrow. It has one epoch
                unless falcon mine --epochs asked for more
    rank        this process's number, from 0, of world_size that train together
    split       "batches": every rank takes whole batches, the plan's batch size is that of one rank;
                "samples": every batch is cut into world_size parts, the plan's batch size is the
                global one, and losses that gather all ranks' features see the batch as composed
    by          "key": yields keys, for datasets that are asked by key, such as TarSamples;
                "index": yields rows of the embedding store, which are the dataset's own where every
                sample has one caption and none was rejected;
                "list": of a plan of falcon mine --batches, yields rows of the file of lists, one of
                each list; where a list has several rows, the next one in every epoch
    shuffle     a seed to shuffle the order of batches by, anew every epoch; None for the plan's own
    """

    # Where accelerate deals out a sampler's batches, all its processes then make equally many steps.
    drop_last = True

    def __init__(self, plan, rank=0, world_size=1, split="batches", by="key", shuffle=None):
        if not 0 <= rank < world_size:
            raise ValueError(
                f"rank must lie in [0, world_size); rank={rank}, world_size={world_size}"
            )
        if split not in ("batches", "samples"):
            raise ValueError(f"split must be 'batches' or 'samples'; {split!r}")
        if by not in ("key", "index", "list"):
            raise ValueError(f"by must be 'key', 'index' or 'list'; {by!r}")
        self.plan, self.rank, self.world_size = plan, rank, world_size
        self.split, self.by, self.shuffle = split, by, shuffle
        self.epochs = _epochs(plan)
        self.set_epoch(0)

    def set_epoch(self, epoch, steps_done=0):
        """Chooses the epoch; a resumed run says how many steps of it this rank has done."""
        if not 0 <= epoch < self.epochs:
            raise ValueError(
                f"{_name(self.plan)} has epochs 0 to {self.epochs - 1}, and no {epoch}; "
                f"falcon mine --epochs {epoch + 1} writes that many"
            )
        ids, starts = _batches(self.plan, epoch, self.by)
        self._ids = ids
        order = list(range(len(starts) - 1))
        if self.shuffle is not None:
            random.Random(f"{self.shuffle} {epoch}").shuffle(order)
        if self.split == "batches":
            # All ranks must make the same number of steps.
            whole = len(order) // self.world_size * self.world_size
            order = order[self.rank : whole : self.world_size]
            self._spans = [(starts[b], starts[b + 1], 1) for b in order]
        else:
            for b in order:
                if (starts[b + 1] - starts[b]) % self.world_size:
                    raise ValueError(
                        f"a batch of {starts[b + 1] - starts[b]} samples does not divide among "
                        f"{self.world_size} ranks"
                    )
            self._spans = [(starts[b] + self.rank, starts[b + 1], self.world_size) for b in order]
        if not 0 <= steps_done <= len(self._spans):
            raise ValueError(f"epoch {epoch} has {len(self._spans)} steps; steps_done={steps_done}")
        self._spans = self._spans[steps_done:]

    def __iter__(self):
        for start, end, stride in self._spans:
            yield list(self._ids[start:end:stride])

    def __len__(self):
        """The steps that are left of the chosen epoch."""
        return len(self._spans)

    def __repr__(self):
        return (
            f"PlanSampler({_name(self.plan)}, {len(self)} steps of rank {self.rank} of "
            f"{self.world_size}, epochs={self.epochs}, by={self.by!r})"
        )


def _name(plan):
    """A plan in messages: its path; columns have none."""
    return os.fspath(plan) if isinstance(plan, (str, os.PathLike)) else "the plan"


def _files(plan):
    """The tables of a plan: itself, or the parts that a folder's plan.json lists."""
    plan = os.fspath(plan)
    if not os.path.exists(plan):
        raise FileNotFoundError(f"{plan}: there is no such plan; falcon mine --out writes one")
    if not os.path.isdir(plan):
        return [plan]
    manifest = os.path.join(plan, "plan.json")
    if not os.path.exists(manifest):
        raise FileNotFoundError(
            f"{plan}: has no plan.json; falcon merge writes it when all parts are there"
        )
    with open(manifest, encoding="utf-8") as file:
        parts = json.load(file)["parts"]
    return [os.path.join(plan, part["file"]) for part in parts]


def _pieces(plan, columns):
    """The plan's columns as arrays by name, a piece at a time."""
    if isinstance(plan, (str, os.PathLike)):
        for table in _tables(plan, columns):
            yield {name: table[name].to_numpy() for name in columns}
        return
    # Columns by name, or a table, which has its columns' names in an attribute.
    _require("the plan", columns, list(getattr(plan, "column_names", plan)))
    import numpy as np

    yield {
        name: plan[name].to_numpy() if hasattr(plan[name], "to_numpy") else np.asarray(plan[name])
        for name in columns
    }


def _tables(plan, columns):
    """The plan's columns, a piece at a time: row groups of Parquet, record batches of Arrow."""
    for file in _files(plan):
        if file.endswith(".arrow"):
            import pyarrow as pa

            with pa.memory_map(file) as source:
                reader = pa.ipc.open_file(source)
                _require(file, columns, reader.schema.names)
                for number in range(reader.num_record_batches):
                    batch = reader.get_batch(number)
                    yield pa.table({name: batch.column(name) for name in columns})
        elif file.endswith(".parquet"):
            import pyarrow.parquet as pq

            with pq.ParquetFile(file) as source:
                _require(file, columns, source.schema_arrow.names)
                for group in range(source.num_row_groups):
                    yield source.read_row_group(group, columns=columns)
        else:
            raise ValueError(
                f"{file}: a plan is read from .parquet or .arrow; falcon mine --out plan.parquet "
                "writes one"
            )


def _require(file, columns, names):
    missing = [name for name in columns if name not in names]
    if missing:
        raise ValueError(
            f"{file}: has no column {missing[0]}; falcon mine writes plans, and with --batches those "
            "of lists, which have first_row and rows"
        )


def _epochs(plan):
    last = -1
    for piece in _pieces(plan, ["epoch"]):
        column = piece["epoch"]
        last = max(last, int(column[len(column) - 1]) if len(column) else -1)
    if last < 0:
        raise ValueError(f"{_name(plan)}: has no rows")
    return last + 1


def _batches(plan, epoch, by):
    """The ids of an epoch in the plan's order, and where each batch starts; the end is the last."""
    ids, starts, last = [], [], None
    columns = ["first_row", "rows"] if by == "list" else [by]
    for piece in _pieces(plan, ["epoch", "search_space", "batch", *columns]):
        kept = (piece["epoch"] == epoch).nonzero()[0]
        if not len(kept):
            continue
        spaces = piece["search_space"][kept]
        batches = piece["batch"][kept]
        if last != (spaces[0], batches[0]):
            starts.append(len(ids))
        new = (spaces[1:] != spaces[:-1]) | (batches[1:] != batches[:-1])
        starts.extend(len(ids) + int(i) + 1 for i in new.nonzero()[0])
        last = (spaces[-1], batches[-1])
        if by == "list":
            rows = piece["first_row"][kept] + epoch % piece["rows"][kept]
            ids.extend(rows.tolist())
        else:
            ids.extend(piece[by][kept].tolist())
    return ids, [*starts, len(ids)]


class TarSamples:
    """The samples of uncompressed WebDataset tars, in any order, by key or by number.

    Keeps an index of names and offsets in memory (about 400 bytes a sample), reads nothing else
    before it is asked. A key "sample#2" is the sample with only its third caption, as `falcon embed
    --captions all` names the rows of samples with several captions.

    tars      a pattern, or a list of paths
    captions  "joined": a sample is asked by number once, its captions in one text, one a line;
              "each": once a caption, under the keys of `falcon embed`, "sample#0", "sample#1", …,
              where the sample's JSON lists several, as `falcon data convert` writes them. Reads the
              JSON of every sample first
    decode    makes what the training step wants of {"__key__": str, "jpg": bytes, "txt": bytes, …};
              None for that dict itself
    """

    def __init__(self, tars, decode=None, captions="joined"):
        if captions not in ("joined", "each"):
            raise ValueError(f"captions is 'joined' or 'each', not {captions!r}")
        paths = sorted(glob.glob(tars)) if isinstance(tars, str) else [str(tar) for tar in tars]
        if not paths:
            raise FileNotFoundError(f"no tar matches {tars}")
        self.decode = decode
        self.keys = []
        self._members = {}
        self._paths = paths
        for number, path in enumerate(paths):
            with tarfile.open(path, "r:") as tar:
                for member in tar:
                    folder, name = os.path.split(member.name)
                    stem, dot, suffix = name.partition(".")
                    if member.isfile() and dot:
                        key = f"{folder}/{stem}" if folder else stem
                        if key not in self._members:
                            self._members[key] = {}
                            self.keys.append(key)
                        self._members[key].setdefault(
                            suffix.lower(), (number, member.offset_data, member.size)
                        )
        if captions == "each":
            self.keys = [name for key in self.keys for name in self._rows(key)]

    def _read(self, member):
        tar, offset, size = member
        with open(self._paths[tar], "rb", buffering=0) as file:
            file.seek(offset)
            return file.read(size)

    def _rows(self, key):
        members = self._members[key]
        if "json" not in members or "txt" not in members:
            return [key]
        sample = {suffix: self._read(members[suffix]) for suffix in ("json", "txt")}
        count = len(_captions(sample))
        return [key] if count < 2 else [f"{key}#{number}" for number in range(count)]

    def __len__(self):
        return len(self.keys)

    def __repr__(self):
        return f"TarSamples({len(self)} samples of {len(self._paths)} tars)"

    def __getitem__(self, which):
        key = self.keys[which] if isinstance(which, int) else which
        members, caption = self._members.get(key), None
        if members is None and "#" in key:
            stem, _, number = key.rpartition("#")
            members, caption = self._members.get(stem), int(number)
        if members is None:
            raise KeyError(f"no tar holds a sample {key!r}; is the plan of other data?")
        sample = {"__key__": key}
        for suffix, member in members.items():
            sample[suffix] = self._read(member)
        if caption is not None:
            lines = _captions(sample) or [line for line in sample["txt"].split(b"\n") if line]
            if caption >= len(lines):
                raise KeyError(f"{stem!r} has {len(lines)} captions, and none for {key!r}")
            sample["txt"] = lines[caption]
        return self.decode(sample) if self.decode else sample


def image_id(sample):
    """What names a sample's image: the image_id of its JSON, else its key without "#2" and the like.

    Rows of one image are kept apart by `falcon mine` where a store has image ids.
    """
    try:
        listed = json.loads(sample["json"]).get("image_id")
    except (KeyError, ValueError, AttributeError):
        listed = None
    return str(listed) if listed is not None else re.sub("#[0-9]+$", "", sample["__key__"])


def _captions(sample):
    """The captions that a sample's JSON lists, where its text has just these; else none."""
    try:
        listed = json.loads(sample["json"]).get("captions")
    except (KeyError, ValueError, AttributeError):
        return []
    if not isinstance(listed, list) or len(listed) < 2:
        return []
    text = "\n".join(str(caption).replace("\n", "\\n") for caption in listed)
    return [str(caption).encode() for caption in listed] if text.encode() == sample["txt"] else []


class StoreWriter:
    """Writes vectors as a store that `falcon mine --embeddings` takes, from a training loop.

    with StoreWriter("vectors-1", rank=rank) as store:
        for keys, images, texts, captions, image_ids in loader:
            image_vectors, text_vectors = model(images, texts)
            store.add(keys, image_vectors, text_vectors, captions, image_ids)

    Vectors need not have unit length. A sample must not be added twice. Every rank writes files of
    its own, which have their names when it closes; mine when all are done. What a run that was
    killed has left is written again. Memory: the vectors of rows_per_file rows.

    folder           a new or empty folder
    rank             this process's number where several write
    rows_per_file    rows that are held in memory and written together
    dtype            "float32" or "float16"
    """

    FILES_A_RANK = 100_000

    def __init__(self, folder, rank=0, rows_per_file=100_000, dtype="float32"):
        self.folder, self.rank = str(folder), rank
        self.rows_per_file, self.dtype = rows_per_file, dtype
        self._file = 0
        self._rows = 0
        self._held = ([], [], [], [], [])
        self._written = []
        if self.whole(folder, rank):
            raise FileExistsError(f"{self.folder} holds vectors already; name another folder")
        for part in ("img_emb", "text_emb", "metadata"):
            os.makedirs(os.path.join(self.folder, part), exist_ok=True)

    @classmethod
    def whole(cls, folder, rank=0):
        """True where this rank has written all its vectors into the folder."""
        name = f"metadata_{rank * cls.FILES_A_RANK:08d}.parquet"
        return os.path.exists(os.path.join(str(folder), "metadata", name))

    def _path(self, folder, name, suffix):
        number = self.rank * self.FILES_A_RANK + self._file
        return os.path.join(self.folder, folder, f"{name}_{number:08d}.{suffix}")

    def add(self, keys, image_vectors, text_vectors, captions=None, image_ids=None):
        """Adds rows: keys [n], vectors [n x d] of anything that numpy or torch makes.

        captions, image_ids    texts [n]. Without image ids (image_id of a sample) two captions of
                               one image can meet in a batch; without captions equal ones can
        """
        images, texts = _rows(image_vectors, self.dtype), _rows(text_vectors, self.dtype)
        if images.ndim != 2 or images.shape != texts.shape or len(images) != len(keys):
            raise ValueError(
                f"expected {len(keys)} vectors of each kind and one dimension, "
                f"not {images.shape} and {texts.shape}"
            )
        for held, values in zip(
            self._held, (list(keys), images, texts, captions, image_ids), strict=True
        ):
            held.append(values)
        self._rows += len(keys)
        if self._rows >= self.rows_per_file:
            self._flush()

    def _flush(self):
        import numpy as np
        import pyarrow as pa
        import pyarrow.parquet as pq

        if not self._rows:
            return
        keys, images, texts, captions, image_ids = self._held
        columns = {"key": [str(key) for part in keys for key in part]}
        for name, parts in (("caption", captions), ("image_id", image_ids)):
            if all(part is not None for part in parts):
                columns[name] = [str(value) for part in parts for value in part]
        with open(self._attempt("img_emb", "img_emb", "npy"), "wb") as file:
            np.save(file, np.concatenate(images))
        with open(self._attempt("text_emb", "text_emb", "npy"), "wb") as file:
            np.save(file, np.concatenate(texts))
        pq.write_table(pa.table(columns), self._attempt("metadata", "metadata", "parquet"))
        self._file += 1
        self._rows = 0
        self._held = ([], [], [], [], [])

    def _attempt(self, folder, name, suffix):
        self._written.append(self._path(folder, name, suffix))
        return self._written[-1] + ".partial"

    def close(self):
        """Writes what is held, and gives all files their names, the first metadata last."""
        self._flush()
        for path in reversed(self._written):
            os.replace(path + ".partial", path)
        self._written = []

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.close()


def _rows(vectors, dtype):
    import numpy as np

    if hasattr(vectors, "detach"):
        vectors = vectors.detach().float().cpu().numpy()
    return np.ascontiguousarray(vectors, dtype=dtype)
