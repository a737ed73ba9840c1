"""Makes the packed, tab- and semicolon-separated tables and those in one JSON value, with pandas 3.0.6 and duckdb 1.5.6."""

import duckdb
import pandas as pd

match = pd.DataFrame({"image_key": ["a", "b", "c"], "text_key": ["x", "y", "z"], "match": [True, False, True]})
qrels = pd.DataFrame({"query_id": ["q0", "q0", "q1"], "corpus_id": ["d0", "d1", "d2"], "score": [1, 2, 0]})
for name, table in {"match": match, "qrels": qrels}.items():
    table.to_csv(f"pandas-{name}-semicolon.csv", sep=";", index=False)
    table.to_csv(f"pandas-{name}.csv.gz", index=False)
    table.to_csv(f"pandas-{name}.tsv.gz", sep="\t", index=False)
    table.to_json(f"pandas-{name}.jsonl.gz", orient="records", lines=True)
    table.to_json(f"pandas-{name}.json", orient="records")
    table.to_json(f"pandas-{name}-columns.json")
match.to_csv("pandas-match.csv.bz2", index=False)
duckdb.sql("COPY match TO 'duckdb-match.json' (ARRAY true)")
duckdb.sql("COPY match TO 'duckdb-match-gz.csv' (HEADER, COMPRESSION gzip)")
