"""Lists of negatives, read by a library that trains on them: read_lists.py LIBRARY FOLDER.

LIBRARY is contract (FlagEmbedding's rules, without it), datasets, sentence_transformers or FlagEmbedding. FOLDER holds the same
lists by key, as keys.jsonl, and in the forms of trainers. Ends with 77 and a line where the library is not installed.
"""

import json
import pathlib
import sys
import types

library, folder = sys.argv[1], pathlib.Path(sys.argv[2])


def lines(name):
    with open(folder / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def expected():
    columns = ("anchor", "positive", "negative_1", "negative_2")
    return sorted(tuple(f"words {row[column][1:]}" for column in columns) for row in lines("keys.jsonl"))


def require(condition, what):
    if not condition:
        raise SystemExit(f"{library}: {what}")


def require_same(rows):
    rows = sorted(rows)
    require(rows and rows == expected(), f"reads other lists: {rows[:2]}, not {expected()[:2]}")


def contract():
    rows = []
    for row in lines("flagembedding.jsonl"):
        require(isinstance(row["query"], str), "query is no text")
        for column in ("pos", "neg"):
            texts, scores = row[column], row[column + "_scores"]
            require(isinstance(texts, list) and all(isinstance(text, str) for text in texts), f"{column} is no list of texts")
            require(len(scores) == len(texts) and all(isinstance(score, float) for score in scores), f"{column}_scores")
        rows += [(row["query"], positive, *row["neg"]) for positive in row["pos"]]
    require_same(rows)


def load(name):
    import datasets

    return datasets.load_dataset("parquet", data_files=str(folder / name), split="train", cache_dir=str(folder / "cache"))


def of_datasets():
    require_same(tuple(row.values()) for row in load("n-tuple.parquet"))
    names = load("triplet.parquet").column_names
    require(names == ["anchor", "positive", "negative", "scores"], f"triplet has columns {names}")


def of_sentence_transformers():
    from sentence_transformers.base.data_collator import BaseDataCollator

    def collated(name):
        inputs = []

        def preprocess(texts, prompt=None, task=None):
            inputs.append(texts)
            return {}

        batch = BaseDataCollator(preprocess_fn=preprocess)(list(load(name)))
        return list(zip(*inputs)), batch.get("label")

    rows, labels = collated("n-tuple.parquet")
    require(labels is None, "n-tuple has labels")
    require_same(rows)
    for name, inputs in (("triplet.parquet", 3), ("labeled-pair.parquet", 2), ("labeled-list.parquet", 2)):
        rows, labels = collated(name)
        require(all(len(row) == inputs for row in rows), f"{name} has not {inputs} inputs")
        require(len(labels) == len(rows), f"{name} has no label in each row")


def of_flagembedding():
    import torch
    from FlagEmbedding.abc.finetune.embedder.AbsDataset import AbsEmbedderTrainDataset

    torch.distributed.init_process_group("gloo", init_method=f"file://{folder / 'group'}", rank=0, world_size=1)
    data = AbsEmbedderTrainDataset(
        types.SimpleNamespace(
            train_data=[str(folder / "flagembedding.jsonl")],
            shuffle_ratio=0,
            cache_path=str(folder / "cache"),
            max_example_num_per_dataset=1_000_000,
            knowledge_distillation=False,
            train_group_size=3,
            query_instruction_for_retrieval=None,
            passage_instruction_for_retrieval=None,
        ),
        None,
    )
    known = {(query, positive, frozenset(negatives)) for query, positive, *negatives in expected()}
    rows = [(query, passages[0], frozenset(passages[1:])) for query, passages, _ in (data[row] for row in range(len(data)))]
    require(rows and known.issuperset(rows), "reads other lists")


readers = {
    "contract": contract,
    "datasets": of_datasets,
    "sentence_transformers": of_sentence_transformers,
    "FlagEmbedding": of_flagembedding,
}
try:
    readers[library]()
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
print("read")
