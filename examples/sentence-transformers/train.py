"""Trains a small static embedding on lists of negatives: train.py LISTS.parquet"""

import sys

import torch
from datasets import load_dataset
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss
from sentence_transformers.sentence_transformer.modules import StaticEmbedding
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

COLUMNS = ["anchor", "positive", "negative_1", "negative_2", "negative_3", "negative_4"]


def right(model, rows):
    """The share of rows whose positive is nearer to the anchor than every negative."""
    anchor, *others = (model.encode(rows[column], normalize_embeddings=True, convert_to_tensor=True) for column in COLUMNS)
    cosines = torch.stack([(anchor * other).sum(dim=1) for other in others])
    return (cosines[0] > cosines[1:].max(dim=0).values).float().mean().item()


def main():
    torch.manual_seed(1)
    lists = load_dataset("parquet", data_files=sys.argv[1], split="train").train_test_split(0.2, seed=1)
    words = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    words.train_from_iterator(lists["train"]["positive"], trainers.WordLevelTrainer(special_tokens=["[UNK]"]))
    # Yours: model = SentenceTransformer("sentence-transformers/all-MiniLM-L6-v2")
    model = SentenceTransformer(modules=[StaticEmbedding(words, embedding_dim=64)], device="cpu")
    before = right(model, lists["test"])
    # As plain steps; SentenceTransformerTrainer(model=model, train_dataset=lists["train"], loss=loss) takes the same lists.
    loss = MultipleNegativesRankingLoss(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.02)
    for epoch in range(3):
        for batch in lists["train"].shuffle(seed=epoch).iter(32):
            optimizer.zero_grad()
            loss([model.preprocess(batch[column]) for column in COLUMNS], None).backward()
            optimizer.step()
    print(f"nearer than its negatives: {before:.1%} before, {right(model, lists['test']):.1%} after")


if __name__ == "__main__":
    main()
