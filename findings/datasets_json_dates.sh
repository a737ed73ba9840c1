#!/usr/bin/env bash
# datasets 5.0.1 (pyarrow 25.0.1): load_dataset("json") turns a column of texts into timestamps if they look like dates.
# Keys such as "2026-01-31" no longer match those of other files, two texts of one moment in two time zones become
# equal, and the offset is lost. With one other text in the first block the column stays text; in a later block it is
# an error. The same texts in Parquet or CSV stay texts.
# A likely wrong guess: what JSON quotes is text.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages datasets==5.0.1 pyarrow==25.0.1 pandas==3.0.6 numpy==2.4.6

HF_HOME=$work/hf HF_HUB_OFFLINE=1 python >"$seen" 2>"$work/python.log" <<'EOF'
import json

import datasets

datasets.disable_progress_bars()


def load(name, keys):
    with open(name + ".jsonl", "w") as file:
        file.writelines(json.dumps({"key": key, "text": "x" * 900}) + "\n" for key in keys)
    return datasets.load_dataset("json", data_files=name + ".jsonl", split="train", cache_dir="cache")


def show(name, keys):
    rows = load(name, keys)
    print(name, rows.features["key"].dtype, [str(key) for key in rows["key"]])


show("days", ["2026-01-31", "2026-02-01"])
show("zones", ["2011-10-05T14:48:00Z", "2011-10-05T15:48:00+01:00"])
show("mixed", ["2026-01-31", "cat"])
show("numbers", ["0017", "17"])
try:
    load("late", ["2026-01-31"] * 12000 + ["cat"])
    print("late: read")
except datasets.exceptions.DatasetGenerationError:
    print("late: an error")
EOF

expect <<'EOF'
days timestamp[s] ['2026-01-31 00:00:00', '2026-02-01 00:00:00']
zones timestamp[s] ['2011-10-05 14:48:00', '2011-10-05 14:48:00']
mixed string ['2026-01-31', 'cat']
numbers string ['0017', '17']
late: an error
EOF

conclude "datasets 5.0.1: load_dataset(\"json\") reads quoted dates as timestamps, and two texts of one moment become equal; what JSON quotes is not always text"
