"""A table of scores of a judge that errs in a known share of the pairs, for `falcon audit-fn --scores NAME=TABLE`.

    python made_up_judge.py TRUTH.jsonl TABLE.csv [--wrong 0.15]

TRUTH.jsonl holds lines {image_key, text_key, match}. A pair that matches has the score 1, another one 0, and the pairs that the
SHA-256 of their two keys chooses, a share of WRONG, have the other one. The table shows what a judge of that quality gives where
none is at hand; nothing about the judge is measured. Needs Python alone."""
import argparse
import csv
import hashlib
import json


def is_wrong(image_key, text_key, share):
    digest = hashlib.sha256(f"{image_key}\t{text_key}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64 < share


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("truth")
    parser.add_argument("table")
    parser.add_argument("--wrong", type=float, default=0.15, help="share of the pairs on which the judge errs")
    args = parser.parse_args()
    scores = {}
    with open(args.truth, encoding="utf-8") as lines:
        for line in lines:
            pair = json.loads(line)
            keys = pair["image_key"], pair["text_key"]
            scores[keys] = int(pair["match"] != is_wrong(*keys, args.wrong))
    with open(args.table, "w", newline="", encoding="utf-8") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["image_key", "text_key", "score"])
        table.writerows([*keys, score] for keys, score in scores.items())


if __name__ == "__main__":
    main()
