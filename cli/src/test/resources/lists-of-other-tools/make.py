"""Makes the lists of this folder with sentence-transformers 6.0.1, by an untrained table of word vectors."""
import json
import pandas as pd
import polars as pl
import torch
from datasets import Dataset
from sentence_transformers import SentenceTransformer
from sentence_transformers.util import mine_hard_negatives
from sentence_transformers.models import StaticEmbedding
from tokenizers import Tokenizer, models, pre_tokenizers

colours, things = ["red", "green", "blue"], ["boat", "house", "tree", "lamp"]
rows = [(f"where is the {c} {t}", f"a {c} {t} stands here") for c in colours for t in things]
words = sorted({word for row in rows for text in row for word in text.split()})
tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(["[UNK]", *words])}, unk_token="[UNK]"))
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
torch.manual_seed(1)
model = SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_dim=16)], device="cpu")
pairs = Dataset.from_list([{"question": q, "answer": a} for q, a in rows])
with open("pairs.jsonl", "w") as out:
    for i, (question, answer) in enumerate(rows):
        out.write(json.dumps({"key": f"p{i}", "anchor": question, "positive": answer}) + "\n")
for form in ["triplet", "n-tuple", "labeled-pair", "labeled-list"]:
    mined = mine_hard_negatives(pairs, model, num_negatives=2, output_format=form, verbose=False)
    mined.to_parquet(f"{form}.parquet")
    print(form, mined[0])


# The same negatives as lists, and lists with scores in place of labels.
triples = pd.read_parquet("triplet.parquet")
grouped = triples.groupby(list(triples.columns[:2]), sort=False)[triples.columns[2]].agg(list).reset_index()
grouped.columns = ["anchor", "positive", "negatives"]
grouped.to_parquet("pandas-negatives.parquet")
grouped.to_csv("pandas-negatives.csv", index=False)
pl.from_pandas(grouped).write_ipc("polars-negatives.arrow", compression="uncompressed")
rows = [{"query": row.anchor, "pos": [row.positive], "neg": list(row.negatives)} for row in grouped.itertuples()]
Dataset.from_list(rows).to_parquet("datasets-flagembedding.parquet")
for form in ["n-tuple", "labeled-list"]:
    mine_hard_negatives(pairs, model, num_negatives=2, output_format=form, output_scores=True, verbose=False).to_parquet(f"{form}-scores.parquet")
