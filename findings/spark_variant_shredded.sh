#!/usr/bin/env bash
# org.apache.spark:spark-sql_2.13 4.2.0 (Maven) writes a column of type VARIANT; pyarrow 25.0.1, duckdb 1.5.6 and polars 1.44.2
# (pip) read the file.
# Behaviour: Spark shreds by default: fields that it finds go to typed_value, and `value`, which alone held the data until now, is
# null. pyarrow shows this storage as a struct. DuckDB gives the value. polars refuses the whole file, other columns included.
# Likely wrong guess: a VARIANT is a struct of two binaries, metadata and value, to a reader that does not know the type.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

pip_packages pyarrow==25.0.1 duckdb==1.5.6 polars==1.44.2
maven_packages <<'END'
<dependency><groupId>org.apache.spark</groupId><artifactId>spark-sql_2.13</artifactId><version>4.2.0</version></dependency>
END
cat >Run.java <<'JAVA'
import org.apache.spark.sql.SparkSession;

class Run {
  public static void main(String[] arguments) {
    var spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false").getOrCreate();
    spark.sql("select 1 as id, parse_json('{\"label\":\"dog\"}') as v").coalesce(1).write().parquet("variant");
    spark.stop();
  }
}
JAVA
opens=$(printf -- '--add-opens=java.base/%s=ALL-UNNAMED ' java.lang java.lang.invoke java.io java.net java.nio java.util \
  java.util.concurrent java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar)
# shellcheck disable=SC2086
java -XX:TieredStopAtLevel=1 $opens -cp "$class_path" Run.java >spark.log 2>&1
cat >read.py <<'PY'
import glob

import duckdb
import polars
import pyarrow.parquet as pq

[file] = glob.glob("variant/*.parquet")
print("pyarrow", pq.read_table(file).to_pylist()[0]["v"])
print("duckdb", duckdb.sql(f"select v from '{file}'").fetchall())
try:
    print("polars", polars.read_parquet(file, columns=["id"]))
except Exception as e:
    print("polars", e)
PY
python read.py >"$seen"

expect <<'END'
pyarrow {'metadata': b'\x01\x01\x00\x05label', 'value': None, 'typed_value': {'label': {'value': None, 'typed_value': 'dog'}}}
duckdb [({'label': 'dog'},)]
polars parquet: File out of specification: LogicalType union has no variant set
END
conclude "Spark 4.2.0 writes VARIANT shredded, with null in value; DuckDB 1.5.6 reads it, polars 1.44.2 refuses the file; guess: a \
struct of metadata and value"
