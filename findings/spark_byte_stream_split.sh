#!/usr/bin/env bash
# org.apache.spark:spark-sql_2.13 4.2.0 (Maven) on a file of pyarrow 25.0.1 (pip): vectors as list<float> with the encoding
# BYTE_STREAM_SPLIT, which makes embeddings smaller.
# Behaviour: the schema is read, counts and other columns work, and reading the vectors fails in the task with "Unsupported
# encoding: BYTE_STREAM_SPLIT". With spark.sql.parquet.enableVectorizedReader=false the same file gives the right values.
# Likely wrong guess: Spark 4.2 reads what its own parquet-java reads, or says at the schema that it cannot.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

pip_packages pyarrow==25.0.1
maven_packages <<'END'
<dependency><groupId>org.apache.spark</groupId><artifactId>spark-sql_2.13</artifactId><version>4.2.0</version></dependency>
END
python - <<'PY'
import pyarrow as pa
import pyarrow.parquet as pq

table = pa.table({"id": [1, 2], "vector": pa.array([[1, 2], [3, 4]], pa.list_(pa.float32()))})
pq.write_table(
    table, "vectors.parquet", use_dictionary=False, column_encoding={"vector.list.element": "BYTE_STREAM_SPLIT"})
PY
cat >Run.java <<'JAVA'
import org.apache.spark.sql.SparkSession;

class Run {
  public static void main(String[] arguments) {
    var spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false").getOrCreate();
    spark.sparkContext().setLogLevel("OFF");
    for (String vectorized : new String[] {"true", "false"}) {
      spark.conf().set("spark.sql.parquet.enableVectorizedReader", vectorized);
      for (String column : new String[] {"id", "vector"}) {
        String seen;
        try {
          seen = spark.read().parquet("vectors.parquet").selectExpr("to_json(array(" + column + "))").collectAsList().toString();
        } catch (Exception e) {
          Throwable cause = e;
          while (cause.getCause() != null) {
            cause = cause.getCause();
          }
          seen = cause.getMessage();
        }
        System.out.println(vectorized + " " + column + " " + seen);
      }
    }
    spark.stop();
  }
}
JAVA
opens=$(printf -- '--add-opens=java.base/%s=ALL-UNNAMED ' java.lang java.lang.invoke java.io java.net java.nio java.util \
  java.util.concurrent java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar)
# shellcheck disable=SC2086
java -XX:TieredStopAtLevel=1 $opens -cp "$class_path" Run.java 2>spark.log | grep -E '^(true|false) ' >"$seen"

expect <<'END'
true id [[[1]], [[2]]]
true vector Unsupported encoding: BYTE_STREAM_SPLIT
false id [[[1]], [[2]]]
false vector [[[[1.0,2.0]]], [[[3.0,4.0]]]]
END
conclude "Spark 4.2.0 cannot read floats in BYTE_STREAM_SPLIT unless its vectorized reader is off; guess: it reads what parquet-java \
reads"
