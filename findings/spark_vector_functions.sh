#!/usr/bin/env bash
# org.apache.spark:spark-sql_2.13 4.2.0 (Maven): the functions vector_* of Spark SQL on array<float>.
# Behaviour: they exist since 4.2 and compute in 32 bits. A null element makes a product NULL, and vector_avg leaves out the whole
# vector that holds one. The cosine of a zero vector is NULL, as is that of 1e-30 with itself, and that of 1e30 with itself is NaN;
# both are 1. array<double> is refused.
# Likely wrong guess: they compute in double as Spark's other aggregates do, and a cosine is NULL for a zero vector only.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

maven_packages <<'END'
<dependency><groupId>org.apache.spark</groupId><artifactId>spark-sql_2.13</artifactId><version>4.2.0</version></dependency>
END
cat >Run.java <<'JAVA'
import org.apache.spark.sql.SparkSession;

class Run {
  public static void main(String[] arguments) {
    var spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false").getOrCreate();
    spark.sparkContext().setLogLevel("OFF");
    for (String expression :
        new String[] {
          "vector_cosine_similarity(array(0f, 0f), array(1f, 0f))",
          "vector_cosine_similarity(array(1e-30f), array(1e-30f))",
          "vector_cosine_similarity(array(1e30f), array(1e30f))",
          "vector_inner_product(array(1f, null), array(1f, 1f))",
          "to_json(vector_avg(v)) from values (array(1f, null)), (array(3f, 2f)) as t(v)",
          "vector_inner_product(array(1d), array(1d))",
        }) {
      String seen;
      try {
        seen = String.valueOf(spark.sql("select " + expression).head().get(0));
      } catch (Exception e) {
        seen = e.getMessage().replaceFirst("(?s)].*", "]");
      }
      System.out.println(expression + " -> " + seen);
    }
    spark.stop();
  }
}
JAVA
opens=$(printf -- '--add-opens=java.base/%s=ALL-UNNAMED ' java.lang java.lang.invoke java.io java.net java.nio java.util \
  java.util.concurrent java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar)
# shellcheck disable=SC2086
java -XX:TieredStopAtLevel=1 $opens -cp "$class_path" Run.java 2>spark.log | grep -e ' -> ' >"$seen"

expect <<'END'
vector_cosine_similarity(array(0f, 0f), array(1f, 0f)) -> null
vector_cosine_similarity(array(1e-30f), array(1e-30f)) -> null
vector_cosine_similarity(array(1e30f), array(1e30f)) -> NaN
vector_inner_product(array(1f, null), array(1f, 1f)) -> null
to_json(vector_avg(v)) from values (array(1f, null)), (array(3f, 2f)) as t(v) -> [3.0,2.0]
vector_inner_product(array(1d), array(1d)) -> [DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE]
END
conclude "Spark 4.2.0 computes vector_cosine_similarity in 32 bits: NULL for 1e-30 with itself, NaN for 1e30; guess: in double, NULL \
for a zero vector only"
