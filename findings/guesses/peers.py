"""A1 to A10: peers and trainers. Needs accelerate 1.15.0, pytorch-metric-learning 2.9.0, torchmetrics 1.9.0, bm25s 0.3.11, rank-bm25 0.2.2, torch, faiss-cpu."""

import logging

import bm25s
import numpy as np
import torch
from accelerate.data_loader import BatchSamplerShard
from pytorch_metric_learning import losses, miners, samplers
from pytorch_metric_learning.utils.accuracy_calculator import AccuracyCalculator
from rank_bm25 import BM25L, BM25Okapi, BM25Plus
from torchmetrics.retrieval import RetrievalHitRate, RetrievalMAP, RetrievalMRR, RetrievalNormalizedDCG, RetrievalRecall

logging.disable(logging.WARNING)


def say(key, *seen):
    print(f"{key}: ", *seen)


def attempt(function):
    try:
        return function()
    except Exception as error:  # the outcome is whether it raises
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


class Plan:
    """A batch sampler that yields batches that were composed before."""

    def __init__(self, batches, batch_size=None, drop_last=None):
        self.batches = batches
        if batch_size is not None:
            self.batch_size = batch_size
        if drop_last is not None:
            self.drop_last = drop_last

    def __iter__(self):
        return iter(self.batches)

    def __len__(self):
        return len(self.batches)


five = [[i, i + 1] for i in range(0, 10, 2)]
ragged = [[0, 1, 2], [3, 4], [5, 6, 7], [8]]
for name, plan, options in (
    ("five batches", Plan(five, 2, False), {}),
    ("no batch_size", Plan(five), {}),
    ("no batch_size, even_batches=False", Plan(five), {"even_batches": False}),
    ("drop_last", Plan(five, 2, True), {}),
    ("drop_last, no batch_size", Plan(five, drop_last=True), {}),
    ("ragged, batch_size 3", Plan(ragged, 3, False), {}),
    ("ragged, batch_size 3, drop_last", Plan(ragged, 3, True), {}),
    ("split_batches", Plan(five, 2, False), {"split_batches": True}),
):
    say("A1/A2", name, [attempt(lambda: (list(s := BatchSamplerShard(plan, 2, r, **options)), len(s))) for r in (0, 1)])

calculator = AccuracyCalculator(include=("precision_at_1", "mean_average_precision"), k="max_bin_count", device=torch.device("cpu"))
rng = np.random.default_rng(0)
x = torch.tensor(rng.standard_normal((6, 8)), dtype=torch.float32)
x[3] = x[0]
labels = torch.tensor([0, 0, 1, 2, 1, 2])
say("A3", "row 3 is a copy of row 0 with another label", attempt(lambda: calculator.get_accuracy(x, labels)))
twins = torch.cat([x[:1], x[:1], x[:1], x[4:6]])
say("A3", "three copies, labels 0 1 0", attempt(lambda: calculator.get_accuracy(twins, torch.tensor([0, 1, 0, 1, 2]))))
same = torch.ones(6, 4)
say("A3", "constant vectors", attempt(lambda: calculator.get_accuracy(same, torch.tensor([0, 0, 1, 1, 2, 2]))))
for order in ([0, 0, 1, 1, 2, 2], [0, 1, 2, 0, 1, 2], [2, 1, 0, 0, 1, 2]):
    say("A3", "constant vectors, labels", order, attempt(lambda: calculator.get_accuracy(same, torch.tensor(order))["precision_at_1"]))

distinct = torch.tensor([0, 1, 2, 3])
y = torch.nn.functional.normalize(torch.tensor(rng.standard_normal((4, 8)), dtype=torch.float32))
for loss in (losses.NTXentLoss(), losses.SupConLoss(), losses.MultiSimilarityLoss(), losses.TripletMarginLoss(), losses.ContrastiveLoss(), losses.CircleLoss()):
    say("A4", type(loss).__name__, attempt(lambda: float(loss(y, distinct))), "one pair and two single rows", attempt(lambda: float(loss(y, torch.tensor([0, 0, 1, 2])))), "all of one label", attempt(lambda: float(loss(y, torch.tensor([0, 0, 0, 0])))))

scores = torch.tensor([0.5, 0.5, 0.5, 0.5])
for target in ([1, 0, 0, 0], [0, 0, 0, 1]):
    say("A5", target, {type(m).__name__: round(float(m(scores, torch.tensor(target), indexes=torch.zeros(4, dtype=torch.long))), 4) for m in (RetrievalMRR(), RetrievalMAP(), RetrievalNormalizedDCG(), RetrievalHitRate(top_k=1), RetrievalRecall(top_k=2))})
n = 40
for place in (0, 20, 39):
    target = torch.zeros(n, dtype=torch.long)
    target[place] = 1
    say("A5", "40 ties, relevant at", place, {type(m).__name__: round(float(m(torch.full((n,), 0.5), target, indexes=torch.zeros(n, dtype=torch.long))), 4) for m in (RetrievalMRR(), RetrievalNormalizedDCG())})
say("A5", "second query without relevant", {type(m).__name__: float(m(torch.tensor([0.9, 0.1, 0.9, 0.1]), torch.tensor([1, 0, 0, 0]), indexes=torch.tensor([0, 0, 1, 1]))) for m in (RetrievalMRR(), RetrievalNormalizedDCG(), RetrievalRecall())})
say("A5", "NaN score", {type(m).__name__: float(m(torch.tensor([0.9, float("nan"), 0.3]), torch.tensor([1, 0, 0]), indexes=torch.zeros(3, dtype=torch.long))) for m in (RetrievalMRR(), RetrievalNormalizedDCG())})

corpus = ["a cat sits on a mat", "a dog runs in the park", "red car on the street", "a cat and a dog", "blue bus"]
retriever = bm25s.BM25()
retriever.index(bm25s.tokenize(corpus, show_progress=False), show_progress=False)
for query in ("cat", "zebra", "", "a", "the"):
    say("A6", repr(query), attempt(lambda: [v.tolist() for v in retriever.retrieve(bm25s.tokenize(query, show_progress=False), k=3, show_progress=False)]))
say("A6", "three queries, one unknown", attempt(lambda: [v.tolist() for v in retriever.retrieve(bm25s.tokenize(["cat", "zebra", "bus"], show_progress=False), k=2, show_progress=False)]))
say("A7", attempt(lambda: retriever.retrieve(bm25s.tokenize("cat", show_progress=False), k=6, show_progress=False)))
say("A6", "ties: 'dog'", attempt(lambda: [v.tolist() for v in retriever.retrieve(bm25s.tokenize("dog", show_progress=False), k=5, show_progress=False)]))
many = bm25s.BM25()
many.index(bm25s.tokenize(["cat on a wall"] * 8 + ["zebra"], show_progress=False), show_progress=False)
say("A6", "8 equal documents", [v.tolist() for v in many.retrieve(bm25s.tokenize("cat", show_progress=False), k=3, show_progress=False)])
for method in ("robertson", "lucene", "atire", "bm25l", "bm25+"):
    m = bm25s.BM25(method=method)
    m.index(bm25s.tokenize(corpus, show_progress=False), show_progress=False)
    say("A6", method, [np.round(v, 3).tolist() for v in m.retrieve(bm25s.tokenize("cat", show_progress=False), k=5, show_progress=False)], "unknown", [np.round(v, 3).tolist() for v in m.retrieve(bm25s.tokenize("zebra", show_progress=False), k=2, show_progress=False)])

words = [c.split() for c in ("cat sits", "cat runs", "dog runs", "dog sits")]
okapi = BM25Okapi(words)
say("A8", "words in half of the documents", {k: float(v) for k, v in okapi.idf.items()}, "scores of 'cat'", okapi.get_scores(["cat"]).tolist())
okapi = BM25Okapi([c.split() for c in ("cat sits", "cat runs", "cat sleeps", "dog runs")])
say("A8", "cat in 3 of 4", {k: round(float(v), 4) for k, v in okapi.idf.items()}, "scores", okapi.get_scores(["cat"]).round(4).tolist(), "average idf", okapi.average_idf)
okapi = BM25Okapi([c.split() for c in ("a cat", "a cat", "a cat", "a dog")])
say("A8", "common words only", {k: round(float(v), 4) for k, v in okapi.idf.items()}, okapi.get_scores(["cat"]).round(4).tolist(), "plus", BM25Plus([c.split() for c in ("a cat", "a cat", "a cat", "a dog")]).get_scores(["cat"]).round(3).tolist(), "L", BM25L([c.split() for c in ("a cat", "a cat", "a cat", "a dog")]).get_scores(["cat"]).round(3).tolist())

sampler = samplers.MPerClassSampler([0] * 10 + [1] * 10 + [2], m=4, batch_size=12, length_before_new_iter=12)
batch = list(sampler)
say("A9", batch, "row 20", batch.count(20))
sampler = samplers.MPerClassSampler([0] * 10 + [1] * 10 + [2], m=4, length_before_new_iter=21)
say("A9", "len", len(sampler), "rows", len(list(sampler)))

a, p, q = (torch.tensor(rng.standard_normal((5, 8)), dtype=torch.float32) for _ in range(3))
torch_loss = float(torch.nn.TripletMarginLoss(margin=0.05)(a, p, q))
mine = losses.TripletMarginLoss(margin=0.05)
i = torch.arange(5)
say("A10", "torch", torch_loss, "pytorch-metric-learning", float(mine(torch.cat([a, p, q]), indices_tuple=(i, i + 5, i + 10))), "torch on unit vectors", float(torch.nn.TripletMarginLoss(margin=0.05)(*(torch.nn.functional.normalize(v) for v in (a, p, q)))))
u = [torch.nn.functional.normalize(v) for v in (a, p, q)]
each = torch.nn.functional.relu(torch.norm(u[0] - u[1], dim=1) - torch.norm(u[0] - u[2], dim=1) + 0.05)
say("A10", "losses of the triplets", each.tolist(), "mean", float(each.mean()), "mean of those above 0", float(each[each > 0].mean()))
hard = miners.BatchHardMiner()
say("A10", "BatchHardMiner on distinct labels", attempt(lambda: [len(t) for t in hard(y, distinct)]), "one pair", attempt(lambda: [t.tolist() for t in hard(y, torch.tensor([0, 0, 1, 2]))]))
