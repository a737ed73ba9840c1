"""A step of sentence-transformers' trainers on every form of lists: train_on_lists.py FOLDER FALCON_PLAN FORM...

FOLDER holds what read_lists.py reads, a store, and batches of lists; FALCON_PLAN is the folder of falcon_plan.py; a FORM is one
that Falcon writes for these trainers. The models are a BERT of one layer with random weights and the lists' own words. Ends with
77 and a line where a library is not installed.
"""

import os
import pathlib
import sys

os.environ["HF_HUB_OFFLINE"] = "1"
folder = pathlib.Path(sys.argv[1])
sys.path.insert(0, sys.argv[2])
try:
    import torch
    from datasets import load_dataset
    from falcon_plan import PlanSampler
    from sentence_transformers import CrossEncoder, SentenceTransformer, SentenceTransformerTrainer
    from sentence_transformers import SentenceTransformerTrainingArguments
    from sentence_transformers.cross_encoder import CrossEncoderTrainer, CrossEncoderTrainingArguments
    from sentence_transformers.cross_encoder import losses as reranking
    from sentence_transformers.sentence_transformer import losses
    from sentence_transformers.util import resolve_ids
    from transformers import BertConfig, BertForSequenceClassification, BertModel, BertTokenizerFast
except ImportError as missing:
    print(f"skipped: {str(missing).splitlines()[0]}")
    sys.exit(77)


def load(name, kind="parquet"):
    return load_dataset(kind, data_files=str(folder / name), split="train", cache_dir=str(folder / "cache"))


def require(condition, what):
    if not condition:
        raise SystemExit(what)


def write_models():
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "words", *(str(number) for number in range(40))]
    tokenizer = BertTokenizerFast(vocab={word: number for number, word in enumerate(words)})
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=16,
        num_labels=1,
    )
    for name, kind in (("encoder", BertModel), ("reranker", BertForSequenceClassification)):
        torch.manual_seed(0)
        kind(config).save_pretrained(folder / name)
        tokenizer.save_pretrained(folder / name)


def trained(lists, loss, arguments, model, trainer, **how):
    options = {"max_steps": 1, "per_device_train_batch_size": 8} | how
    arguments = arguments(
        output_dir=str(folder / "run"),
        use_cpu=True,
        report_to=[],
        disable_tqdm=True,
        save_strategy="no",
        logging_strategy="no",
        **options,
    )
    before = [weight.detach().clone() for weight in model.parameters()]
    result = trainer(model=model, args=arguments, train_dataset=lists, loss=loss).train()
    after = list(model.parameters())
    name = type(loss).__name__
    require(torch.isfinite(torch.tensor(result.training_loss)), f"{name} is {result.training_loss}")
    require(any(not torch.equal(*pair) for pair in zip(before, after, strict=True)), f"{name} changes no weight")
    return result.global_step


def embedder(lists, loss, *more, **how):
    model = SentenceTransformer(str(folder / "encoder"))
    made = loss(model, *(make() for make in more))
    return trained(lists, made, SentenceTransformerTrainingArguments, model, SentenceTransformerTrainer, **how)


def reranker(lists, loss):
    model = CrossEncoder(str(folder / "reranker"))
    trained(lists, loss(model), CrossEncoderTrainingArguments, model, CrossEncoderTrainer)


def guide():
    return SentenceTransformer(str(folder / "encoder"))


def of_n_tuples():
    embedder(load("n-tuple.parquet"), losses.MultipleNegativesRankingLoss)
    embedder(load("n-tuple.parquet"), losses.CachedMultipleNegativesRankingLoss)
    of_scores("n-tuple-scores.parquet")


def of_triplets():
    embedder(load("triplet-texts.parquet"), losses.TripletLoss)
    embedder(load("triplet-texts.parquet"), losses.GISTEmbedLoss, guide)
    of_scores("triplet.parquet")
    for name, kind in (("triplet.csv", "csv"), ("triplet.jsonl", "json")):
        require(list(load(name, kind)) == list(load("triplet-texts.parquet")), f"{name} has other lists")


def of_scores(name):
    embedder(load(name), losses.MarginMSELoss)
    embedder(load(name), losses.DistillKLDivLoss)


def of_labeled_pairs():
    embedder(load("labeled-pair.parquet"), losses.CoSENTLoss)
    embedder(load("labeled-pair.parquet"), losses.ContrastiveLoss)
    reranker(load("labeled-pair.parquet"), reranking.BinaryCrossEntropyLoss)


def of_labeled_lists():
    reranker(load("labeled-list.parquet"), reranking.LambdaLoss)
    reranker(load("labeled-list.parquet"), reranking.ListNetLoss)


def of_every_form(forms):
    steps = {
        "n-tuple": of_n_tuples,
        "triplet": of_triplets,
        "labeled-pair": of_labeled_pairs,
        "labeled-list": of_labeled_lists,
    }
    for form in forms:
        require(form in steps, f"no trainer takes {form}")
        steps[form]()


def of_ids():
    store = load("store/*.arrow", "arrow")
    texts = store.select_columns(["key", "caption"]), "key"
    ids = load("ids.parquet")
    ids.set_transform(resolve_ids({"query_id": texts, "positive_id": texts, "negative_id": texts}))
    known = {tuple(row.values()) for row in load("triplet-texts.parquet")}
    rows = [tuple(row.values()) for row in ids]
    require(rows and known.issuperset(rows), f"ids stand for other texts: {rows[:2]}")
    embedder(ids, losses.MultipleNegativesRankingLoss)
    scored = load("ids-scores.parquet")
    scored.set_transform(resolve_ids({"query_id": texts, "document_ids": texts}))
    embedder(scored, losses.MarginMSELoss)


class Recorder:
    """Takes the rows of every step from a sampler, as the trainer asks for them."""

    def __init__(self, sampler):
        self.sampler, self.steps = sampler, []

    def set_epoch(self, epoch):
        self.sampler.set_epoch(epoch)

    def __len__(self):
        return len(self.sampler)

    def __iter__(self):
        for step in self.sampler:
            self.steps.append(step)
            yield step


def of_batches():
    for name in ("n-tuple.parquet", "triplet-texts.parquet"):
        plan = str(folder / f"{name}.batches.parquet")
        recorder = Recorder(PlanSampler(plan, by="list"))
        embedder(
            load(name),
            losses.MultipleNegativesRankingLoss,
            max_steps=-1,
            num_train_epochs=2,
            batch_sampler=lambda dataset, made=recorder, **asked: made,
        )
        expected = []
        for epoch in range(2):
            sampler = PlanSampler(plan, by="list")
            sampler.set_epoch(epoch)
            expected += list(sampler)
        require(recorder.steps == expected, f"{name}: steps are {recorder.steps[:2]}, not {expected[:2]}")


write_models()
of_every_form(sys.argv[3:])
of_ids()
of_batches()
print("trained")
