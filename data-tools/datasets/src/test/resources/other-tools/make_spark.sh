#!/usr/bin/env bash
# Writes the files of Spark 4.2.0: stores, positives, truth, scores and pairs of texts, each as one Parquet file.
# Usage: ./make_spark.sh, in this folder. Needs mvn and java.
set -euo pipefail
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >pom.xml <<'END'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>files</groupId><artifactId>files</artifactId><version>1</version><dependencies>
<dependency><groupId>org.apache.spark</groupId><artifactId>spark-sql_2.13</artifactId><version>4.2.0</version></dependency>
</dependencies></project>
END
mvn -q -B -ntp dependency:build-classpath -Dmdep.outputFile=class.path
cat >Write.java <<'JAVA'
import java.nio.file.*;
import java.util.stream.*;
import org.apache.spark.sql.SparkSession;

class Write {
  private static SparkSession spark;

  public static void main(String[] arguments) throws Exception {
    spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false").getOrCreate();
    String components =
        IntStream.range(0, 4)
            .mapToObj(i -> "((4 * id + " + i + ") % 7 - 3 + IF(id = " + i + ", 1, 0)) / 8.0D")
            .collect(Collectors.joining(", ", "array(", ")"));
    store("spark-float.parquet", "concat('k', id) AS key", "CAST(" + components + " AS array<float>)");
    store("spark-double.parquet", "CAST(10400465108006834781 AS decimal(20, 0)) + id AS key", components);
    write("spark-qrels.parquet",
        "SELECT * FROM VALUES ('q0', 'd0', 1S), ('q0', 'd1', 2S), ('q1', 'd2', 0S) AS t(query_id, corpus_id, score)");
    write("spark-match.parquet",
        "SELECT * FROM VALUES ('a', 'x', true), ('b', 'y', false), ('c', 'z', true) AS t(image_key, text_key, match)");
    write("spark-scores.parquet",
        "SELECT * FROM VALUES ('a', 'x', 1.0BD), ('b', 'y', 0.0BD), ('c', 'z', 1.0BD) AS t(image_key, text_key, score)");
    write("spark-pairs.parquet",
        "SELECT * FROM VALUES (1L, 'a0', 'p0'), (9223372036854775807L, 'a1', 'p1') AS t(id, anchor, positive)");
    spark.stop();
  }

  private static void store(String name, String key, String vectors) throws Exception {
    write(name, "SELECT " + key + ", concat('caption ', id) AS caption, " + vectors + " AS image_embedding, "
        + vectors + " AS text_embedding FROM range(6)");
  }

  private static void write(String name, String query) throws Exception {
    spark.sql(query).coalesce(1).write().parquet(name + ".folder");
    try (Stream<Path> parts = Files.list(Path.of(name + ".folder"))) {
      Path part = parts.filter(file -> file.getFileName().toString().startsWith("part-")).findFirst().orElseThrow();
      Files.move(part, Path.of(name));
    }
  }
}
JAVA
opens=$(printf -- '--add-opens=java.base/%s=ALL-UNNAMED ' java.lang java.lang.invoke java.io java.net java.nio java.util \
  java.util.concurrent java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar)
# shellcheck disable=SC2086
java $opens -cp "$(cat class.path)" Write.java
cp spark-*.parquet "$here"
