"""How many of a plan's hardest negatives are false under rules of suspicion, at equal hardness.

    python suspicion_benchmark.py pairs SPLIT              captions to pairs, SPLIT.jsonl
    python suspicion_benchmark.py count STORE [--truth FILE] [--space N] [--shuffles N] [--rules RULE,RULE]

`pairs` reads SPLIT.1.en to SPLIT.5.en, five captions a picture (multi30k/dataset, data/task2/raw, unpacked), and writes
two disjoint pairs a picture, in a random order of its captions. `count` reads a store of clip-retrieval's layout, whose
rows 2i and 2i + 1 are of one picture, or, with the truth of `falcon data generate scenes --truth jsonl`, one row a scene.
It composes chains of 96 in search spaces as `falcon mine` does and looks at an anchor's next sample and at the hardest
of its batch. A rule's share of false ones stands beside that of fixed quantiles at the same mean similarity, and beside
that of margin:0.05; intervals are of 1,000 bootstraps of the anchors' pictures.

Rules: margin:R, shrunk:R:W (own similarities of weight W), witness:R:W:F (with a second witness), anchor:R
(sentence-transformers' rule, by the anchor's own similarity). Needs numpy."""
import argparse
import json
import pathlib

import numpy as np

BATCH = 96
# Shares between two quantiles are taken from the straight line between them. The curve is convex, so that the line lies
# above it, and a sparse grid flatters the rules.
QUANTILES = [0.9, 0.95, 0.98, 0.99, 0.993, 0.996, 0.9965, 0.997, 0.9975, 0.998, 0.9985, 0.999, 1]
BASE = "margin:0.05"
RULES = [BASE, "margin:0.1", "shrunk:0.05:0.5", "shrunk:0.05:0.25", "shrunk:0.05:0", "witness:0.05:0.5:1", "anchor:0.05"]


def pairs(split):
    captions = [pathlib.Path(f"{split}.{i}.en").read_text("utf-8").split("\n")[:-1] for i in range(1, 6)]
    order = np.argsort(np.random.default_rng(11).random((len(captions[0]), 5)), 1)
    with open(f"{split}.jsonl", "w", encoding="utf-8") as out:
        for picture, chosen in enumerate(order):
            for first in (0, 2):
                anchor, positive = (captions[c][picture] for c in chosen[first:first + 2])
                out.write(json.dumps({"anchor": anchor, "positive": positive}) + "\n")


def read(store, truth):
    def vectors(folder):
        files = sorted(pathlib.Path(store, folder).glob("*.npy"))
        return np.concatenate([np.load(file) for file in files]).astype(np.float32)

    left, right = vectors("img_emb"), vectors("text_emb")
    rows = len(left)
    if truth is None:
        picture = np.arange(rows) // 2
        return left, right, picture, lambda chosen: picture[chosen][:, None] == picture[chosen][None]
    known = np.zeros((rows, rows), bool)
    for line in open(truth, encoding="utf-8"):
        pair = json.loads(line)
        image, text = (int(pair[key].split("-")[-1]) for key in ("image_key", "text_key"))
        known[image, text] = known[text, image] = True
    return left, right, np.arange(rows), lambda chosen: known[np.ix_(chosen, chosen)]


def suspected(rule, cross, own, lefts, rights):
    name, *numbers = rule.split(":")
    margin, weight, part = (list(map(float, numbers)) + [1, 1])[:3]
    scale = own.mean() + weight * (own - own.mean())

    def beyond(relative):
        bound = scale * (1 - relative)
        return cross > (bound[:, None] if name == "anchor" else bound[None])

    found = beyond(margin)
    found = found | found.T
    if name == "witness":
        wide = beyond(0.3)
        least = part * np.maximum(cross, cross.T)
        found = found | (wide | wide.T) & (lefts >= least) & (rights >= least)
    np.fill_diagonal(found, False)
    return found


def chain(similarity, apart, quantile, random):
    rows = len(similarity)
    unused, batches, batch, last = np.ones(rows, bool), [], [], -1
    while unused.sum() + len(batch) >= BATCH:
        if not batch:
            chosen, blocked = random.choice(np.flatnonzero(unused)), np.zeros(rows, bool)
        else:
            allowed = unused & ~blocked
            candidates = np.flatnonzero(allowed if allowed.any() else unused)
            values = similarity[last, candidates]
            rank = int(np.round(quantile * (len(candidates) - 1)))
            chosen = candidates[np.argpartition(values, rank)[rank]]
        unused[chosen] = False
        batch.append(chosen)
        last = chosen
        if apart is not None:
            blocked |= apart[chosen]
        if len(batch) == BATCH:
            batches.append(np.array(batch))
            batch = []
    return batches


def count(store, truth, space, shuffles, rules):
    left, right, picture, matching = read(store, truth)
    rows = len(left)
    own = np.einsum("ij,ij->i", left, right)
    space = space or rows
    next_, hardest = {}, {}
    for shuffle in range(shuffles):
        random = np.random.default_rng(shuffle)
        order = random.permutation(rows)
        for first in range(0, rows - space + 1, space):
            chosen = np.sort(order[first:first + space])
            cross = left[chosen] @ right[chosen].T
            similarity = cross + cross.T
            np.fill_diagonal(similarity, -9)
            lefts, rights = left[chosen] @ left[chosen].T, right[chosen] @ right[chosen].T
            match = matching(chosen)
            policies = [(f"q={q}", None, q) for q in QUANTILES]
            policies += [(rule, suspected(rule, cross, own[chosen], lefts, rights), 1) for rule in rules]
            for name, apart, quantile in policies:
                for batch in chain(similarity, apart, quantile, random):
                    anchors, after = batch[:-1], batch[1:]
                    add(next_, name, picture[chosen[anchors]], similarity[anchors, after], match[anchors, after])
                    among = similarity[np.ix_(batch, batch)]
                    worst = batch[among.argmax(1)]
                    add(hardest, name, picture[chosen[batch]], among.max(1), match[batch, worst])
    print(f"{store}: {rows} rows, |M| = {space}, own {own.mean():.3f}, sd {own.std():.3f}")
    report("next in the chain", next_, picture.max() + 1)
    report("hardest of the batch", hardest, picture.max() + 1)


def add(found, name, pictures, values, false):
    found.setdefault(name, []).append((pictures, values, false.astype(float)))


def report(title, found, pictures):
    weights = np.random.default_rng(1).multinomial(pictures, np.ones(pictures) / pictures, 1000).astype(np.float32)

    def sums(name):
        group, value, false = (np.concatenate([part[i] for part in found[name]]) for i in range(3))
        return [np.bincount(group, each, pictures) for each in (np.ones(len(group)), value, false)]

    def ratios(total):
        number, value, false = (weights @ each for each in total)
        return value / number, false / number

    fixed = [sums(f"q={q}") for q in QUANTILES]
    curve = np.array([[t[1].sum() / t[0].sum(), t[2].sum() / t[0].sum()] for t in fixed]).T
    curves = np.array([ratios(total) for total in fixed])
    print(title)
    for quantile, (value, false), drawn in zip(QUANTILES, curve.T, curves):
        print(f"  {f'q={quantile}':20s} S {value:.3f}  false {interval(false, drawn[1])}")
    base = None
    for name in sorted((name for name in found if not name.startswith("q=")), key=lambda rule: rule != BASE):
        total = sums(name)
        value, false = total[1].sum() / total[0].sum(), total[2].sum() / total[0].sum()
        values, falses = ratios(total)
        line = f"  {name:20s} S {value:.3f}  false {interval(false, falses)}"
        if curve[0].min() <= value <= curve[0].max():
            above = false - np.interp(value, *curve)
            drawn = falses - [np.interp(values[i], curves[:, 0, i], curves[:, 1, i]) for i in range(1000)]
            line += f"  against fixed {interval(above, drawn)}"
            if name == BASE:
                base = above, drawn
            elif base:
                line += f"  against {BASE} {interval(above - base[0], drawn - base[1])}"
        print(line)


def interval(value, drawn):
    low, high = np.percentile(drawn, [2.5, 97.5])
    return f"{100 * value:.2f} [{100 * low:.2f}, {100 * high:.2f}]"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("pairs").add_argument("split")
    counting = commands.add_parser("count")
    counting.add_argument("store")
    counting.add_argument("--truth")
    counting.add_argument("--space", type=int, default=0)
    counting.add_argument("--shuffles", type=int, default=3)
    counting.add_argument("--rules", default=",".join(RULES))
    given = parser.parse_args()
    if given.command == "pairs":
        pairs(given.split)
    else:
        count(given.store, given.truth, given.space, given.shuffles, given.rules.split(","))
