"""S1 to S18: sentence-transformers 6.0.1. Needs sentence-transformers, datasets 5.0.1, torch, numpy, and tiny.py beside it."""

import logging
import tempfile

import numpy as np
import torch
from datasets import Dataset, disable_progress_bars
from sentence_transformers import CrossEncoder, SentenceTransformer
from sentence_transformers.base.sampler import GroupByLabelBatchSampler, NoDuplicatesBatchSampler
from sentence_transformers.sentence_transformer import losses, modules
from sentence_transformers.sentence_transformer.evaluation import (
    InformationRetrievalEvaluator,
    RerankingEvaluator,
    TripletEvaluator,
)
from sentence_transformers.util import paraphrase_mining, quantize_embeddings, semantic_search

import tiny

disable_progress_bars()
logging.disable(logging.WARNING)
torch.set_num_threads(1)
folder = tempfile.mkdtemp()


def say(key, *seen):
    print(f"{key}: ", *seen)


def attempt(function):
    try:
        return function()
    except Exception as error:  # the outcome is whether it raises
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


plain = tiny.save_sentence_encoder(folder + "/plain")
normal = tiny.save_sentence_encoder(folder + "/normal", normalise=True)
some = tiny.texts(64)


def lengths(vectors):
    norms = np.linalg.norm(vectors, axis=1)
    return float(norms.min()), float(norms.max())


say("S1", "Normalize and truncate_dim=16", lengths(normal.encode(some, truncate_dim=16)))
say("S2", "argument", lengths(plain.encode(some, truncate_dim=16, normalize_embeddings=True)), "both", lengths(normal.encode(some, truncate_dim=16, normalize_embeddings=True)))
cut = SentenceTransformer(modules=list(normal), device="cpu", truncate_dim=16)
say("S1", "truncate_dim of the model", lengths(cut.encode(some)), "similarity", cut.similarity_fn_name)
alone = np.stack([plain.encode([t], batch_size=1)[0] for t in some])
for size in (2, 8, 64):
    got = plain.encode(some, batch_size=size)
    say("S3", "batch_size", size, "rows with other bits", int((got != alone).any(1).sum()), "largest difference", float(np.abs(got - alone).max()))


def batches(sampler, rows, size, **columns):
    data = Dataset.from_dict(columns)
    return list(sampler(data, size, False, valid_label_columns=["label", "score"], generator=torch.Generator(), seed=1))


rows = 10
say("S4", batches(NoDuplicatesBatchSampler, rows, 4, anchor=[f"a{i}" for i in range(rows)], positive=[f"p{i}" for i in range(rows)], label=[1] * rows))
say("S4", "a column 'weight'", batches(NoDuplicatesBatchSampler, rows, 4, anchor=[f"a{i}" for i in range(rows)], positive=[f"p{i}" for i in range(rows)], weight=[1] * rows))
say("S5", "lists that share a text", batches(NoDuplicatesBatchSampler, rows, 4, anchor=[f"a{i}" for i in range(4)], negatives=[["x", f"n{i}"] for i in range(4)]))
say("S5", "a negative that is another's positive, in a list", batches(NoDuplicatesBatchSampler, rows, 4, anchor=["a", "b"], positive=["p", "q"], negatives=[["q", "r"], ["p", "s"]]), "in a column", batches(NoDuplicatesBatchSampler, rows, 4, anchor=["a", "b"], positive=["p", "q"], negative=["q", "p"]))
d = batches(NoDuplicatesBatchSampler, 12, 4, anchor=["same"] * 6 + [f"a{i}" for i in range(6)], positive=[f"p{i}" for i in range(12)])
say("S6", d, "rows", sum(map(len, d)))
drop = NoDuplicatesBatchSampler(Dataset.from_dict({"a": ["same"] * 6 + [f"a{i}" for i in range(6)], "p": [f"p{i}" for i in range(12)]}), 4, True, generator=torch.Generator(), seed=1)
say("S6", "drop_last", list(drop), "len", len(drop))
say("S6", "other case and space", batches(NoDuplicatesBatchSampler, 2, 4, anchor=["A dog", "a dog "], positive=["p", "q"]))

labels = [0] * 5 + [1] * 3 + [2] + [3] * 20
sampler = GroupByLabelBatchSampler(Dataset.from_dict({"text": [str(i) for i in range(len(labels))], "label": labels}), 4, False, valid_label_columns=["label"], generator=torch.Generator(), seed=1)
ever = set()
each = []
for epoch in range(50):
    sampler.set_epoch(epoch)
    got = [i for b in sampler for i in b]
    each.append(len(got))
    ever |= set(got)
say("S7", "rows in an epoch", sorted(set(each)), "of", len(labels), "never in 50 epochs", sorted(set(range(len(labels))) - ever))

features = [plain.preprocess(some[i * 4 : i * 4 + 4]) if hasattr(plain, "preprocess") else plain.tokenize(some[i * 4 : i * 4 + 4]) for i in range(6)]
labels = torch.zeros(4)
say("S8", "TripletLoss with 1, 2, 4 negatives", [attempt(lambda: float(losses.TripletLoss(plain)(features[:n], labels))) for n in (3, 4, 6)])
for name in ("GISTEmbedLoss", "CachedGISTEmbedLoss", "MultipleNegativesSymmetricRankingLoss", "MarginMSELoss", "MegaBatchMarginLoss", "CosineSimilarityLoss", "CoSENTLoss", "ContrastiveLoss"):
    def make():
        return getattr(losses, name)(plain, plain) if "GIST" in name else getattr(losses, name)(plain)
    say("S8", name, "with 0, 1, 2, 4 negatives", [attempt(lambda: round(float(make()(features[:n], torch.tensor([1.0, 0, 1, 0]) if name != "MarginMSELoss" else torch.zeros(4, n - 2) if n > 3 else torch.zeros(4))), 4)) for n in (2, 3, 4, 6)])

same = [plain.preprocess(["a cat", "the dog"]), plain.preprocess(["red bus", "red bus"])]
two = [plain.preprocess(["a cat", "the dog"]), plain.preprocess(["red bus", "blue car"])]
loss = losses.MultipleNegativesRankingLoss(plain)
with torch.no_grad():
    say("S9", "equal positives", float(loss([dict(f) for f in same], None)), "log 2", float(np.log(2)), "distinct", float(loss([dict(f) for f in two], None)))


static = modules.StaticEmbedding(tiny.tokenizer(), embedding_weights=np.ones((64, 8), np.float32))
constant = SentenceTransformer(modules=[static], device="cpu")
for positives, negatives in ((1, 4), (1, 10), (1, 30), (2, 100)):
    samples = [{"query": "a cat", "positive": some[:positives], "negative": some[10 : 10 + 1] * negatives}]
    scores = RerankingEvaluator(samples, show_progress_bar=False)(constant)
    say("S10", positives, "positives,", negatives, "negatives", {k.split("_")[-1]: round(float(v), 4) for k, v in scores.items()})
queries = {"q1": "a cat", "q2": "the dog"}
corpus = {f"d{i:03}": t for i, t in enumerate(some)}
for relevant in ({"q1": {"d000"}, "q2": set()}, {"q1": {"d000"}}, {"q1": {"d063"}}):
    scores = attempt(lambda: InformationRetrievalEvaluator(queries, corpus, relevant, show_progress_bar=False)(constant))
    say("S11", relevant, scores if isinstance(scores, str) else {k: round(float(v), 4) for k, v in scores.items() if "mrr" in k or "ndcg" in k or "accuracy@1" == k[-10:] or "recall@10" in k})
for place in (0, 9, 10, 30, 63):
    scores = InformationRetrievalEvaluator({"q1": "a cat"}, corpus, {"q1": {f"d{place:03}"}}, show_progress_bar=False)(constant)
    say("S18", "relevant document at", place, {k: round(float(v), 4) for k, v in scores.items() if "mrr" in k or "recall@10" in k})
names = {f"z{63 - i:03}": t for i, t in enumerate(some)}
for key in ("z000", "z063"):
    scores = InformationRetrievalEvaluator({"q1": "a cat"}, names, {"q1": {key}}, show_progress_bar=False)(constant)
    say("S18", "ids in falling order, relevant", key, {k: round(float(v), 4) for k, v in scores.items() if "mrr" in k})
scores = InformationRetrievalEvaluator({"q1": "a cat"}, corpus, {"q1": {"d063"}}, show_progress_bar=False, corpus_chunk_size=10)(constant)
say("S18", "corpus_chunk_size 10, relevant d063", {k: round(float(v), 4) for k, v in scores.items() if "mrr" in k})
say("S12", TripletEvaluator(["a cat"], ["the dog"], ["the dog"], show_progress_bar=False)(plain))


class Scores(CrossEncoder):
    def __init__(self, scores):
        self.scores = scores

    def predict(self, *a, **k):
        return torch.tensor(self.scores) if k.get("convert_to_tensor") else np.array(self.scores, np.float32)


def _rank(values):
    import types

    c = Scores.__new__(Scores)
    torch.nn.Module.__init__(c)
    c.scores = values
    c.config = types.SimpleNamespace(num_labels=1)
    return CrossEncoder.rank(c, "q", ["a", "b", "c", "d"])


for values in ([0.1, float("nan"), 0.9, 0.5], [float("nan"), 0.1, 0.9, 0.5], [0.9, 0.5, float("nan"), 0.95]):
    say("S13", values, attempt(lambda: [r["corpus_id"] for r in _rank(values)]))

calibration = np.array([[-1, -1], [1, 1]], np.float32)
say("S14", quantize_embeddings(np.array([[0.0, 1.0], [1.5, -1.5], [-1, 1]], np.float32), "int8", calibration_embeddings=calibration).tolist())
say("S14", "uint8", quantize_embeddings(np.array([[0.0, 1.0], [1.5, -1.5]], np.float32), "uint8", calibration_embeddings=calibration).tolist())
say("S14", "no calibration, one row", attempt(lambda: quantize_embeddings(np.array([[0.3, 0.2]], np.float32), "int8").tolist()), "two batches of the same row", quantize_embeddings(np.array([[0.3, 0.2], [0.5, 0.1]], np.float32), "int8")[0].tolist(), quantize_embeddings(np.array([[0.3, 0.2], [0.1, 0.4]], np.float32), "int8")[0].tolist())

plain_static = SentenceTransformer(modules=[modules.StaticEmbedding(tiny.tokenizer(), embedding_dim=8)], device="cpu")
say("S15", "empty", plain_static.encode([""])[0][:4], "with normalisation", plain_static.encode([""], normalize_embeddings=True)[0][:4], "unknown", plain_static.encode(["日"])[0][:2], "beside others", plain_static.encode(["a cat", "", "dog"])[1][:4])
say("S16", semantic_search(np.zeros((1, 4), np.float32), np.eye(4, dtype=np.float32), top_k=2), semantic_search(np.eye(4, dtype=np.float32)[:1], np.float32([[0, 0, 0, 0], [-1, 0, 0, 0], [np.nan] * 4, [0.5, 0, 0, 0]]), top_k=4))
say("S17", paraphrase_mining(plain, ["a cat", "the dog", "a cat", "A CAT"], show_progress_bar=False)[:4])
