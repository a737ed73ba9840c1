"""Makes the lists of this folder with sentence-transformers 6.0.1, by an untrained table of word vectors."""
import json
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
