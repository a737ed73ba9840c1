#!/usr/bin/env bash
# duckdb 1.5.6 (pip): JSON lines whose keys are texts, read by read_json without types.
# Behaviour: if every text of a column looks like a date, a time or a UUID, the column becomes DATE, TIME or UUID. "01-02-2024" is taken for the first
# of February, and as text it is then 2024-02-01, which is the key of no row, as a UUID in capitals that is then in small letters. Texts that look like numbers or truths stay texts.
# With columns={'key': 'VARCHAR'} the texts are kept.
# Likely wrong guess: a text in JSON stays a text, since JSON has types.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

pip_packages duckdb==1.5.6
cat >run.py <<'PY'
import json

import duckdb

for texts in ["0001", "0002"], ["1e5", "2e5"], ["true", "false"], ["01-02-2024", "03-04-2024"], ["12:30", "12:31"], ["A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"]:
    with open("rows.jsonl", "w") as file:
        file.writelines(json.dumps({"key": text}) + "\n" for text in texts)
    rows = duckdb.sql("select typeof(key), key::varchar from read_json('rows.jsonl')").fetchall()
    print(*texts, "->", rows[0][0], *(key for _, key in rows))
print("named", *duckdb.sql("select key from read_json('rows.jsonl', columns={'key': 'VARCHAR'})").fetchall())
PY
python run.py >"$seen"

expect <<'END'
0001 0002 -> VARCHAR 0001 0002
1e5 2e5 -> VARCHAR 1e5 2e5
true false -> VARCHAR true false
01-02-2024 03-04-2024 -> DATE 2024-02-01 2024-04-03
12:30 12:31 -> TIME 12:30:00 12:31:00
A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11 -> UUID a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
named ('A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11',)
END
conclude "duckdb 1.5.6 reads the JSON texts \"01-02-2024\" as DATE, 2024-02-01 as text; guess: a text in JSON stays a text"
