#!/usr/bin/env bash
# org.apache.parquet:parquet-avro 1.16.0 beside 1.18.1 (Maven), over files of pyarrow 25.0.1 (pip) and of its own: scores with a NaN.
# Behaviour: row by row, NaN is greater than every number, so `gt(score, 0.5)` reads it. pyarrow leaves NaN out of the statistics,
# and 1.16.0 skips a group of rows whose largest number is 0.9 for `gt(score, 0.95)` and for `eq(score, NaN)`: whether the row with
# the NaN is read depends on its neighbours and on who wrote the file. 1.18.1 reads it always.
# Likely wrong guess: NaN satisfies no comparison.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

pip_packages pyarrow==25.0.1
python - <<'PYTHON'
import pyarrow as pa, pyarrow.parquet as pq

pq.write_table(pa.table({"score": pa.array([0.1, 0.9, float("nan")], pa.float32())}), "pyarrow.parquet")
PYTHON
cat >Run.java <<'JAVA'
import static org.apache.parquet.filter2.predicate.FilterApi.*;

import java.nio.file.Path;
import java.util.*;
import org.apache.avro.Schema;
import org.apache.avro.generic.*;
import org.apache.parquet.avro.*;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.io.*;

class Run {
  public static void main(String[] arguments) throws Exception {
    var schema = new Schema.Parser().parse(
        "{\"type\": \"record\", \"name\": \"row\", \"fields\": [{\"name\": \"score\", \"type\": \"float\"}]}");
    var java = new LocalOutputFile(Path.of("java.parquet"));
    try (var writer = AvroParquetWriter.<GenericRecord>builder(java).withSchema(schema).build()) {
      for (float score : new float[] {0.1f, 0.9f, Float.NaN}) {
        var row = new GenericData.Record(schema);
        row.put("score", score);
        writer.write(row);
      }
    }
    var score = floatColumn("score");
    for (var file : List.of("pyarrow", "java")) {
      show(file + " gt 0.5", file, gt(score, 0.5f));
      show(file + " gt 0.95", file, gt(score, 0.95f));
      show(file + " eq NaN", file, eq(score, Float.NaN));
    }
  }

  static void show(String name, String file, FilterPredicate filter) throws Exception {
    var found = new ArrayList<Object>();
    ParquetReader.Builder<GenericRecord> builder =
        AvroParquetReader.<GenericRecord>builder(new LocalInputFile(Path.of(file + ".parquet")));
    try (var reader = builder.withFilter(FilterCompat.get(filter)).build()) {
      for (var row = reader.read(); row != null; row = reader.read()) {
        found.add(row.get("score"));
      }
    }
    System.out.println(name + " " + found);
  }
}
JAVA
for version in 1.16.0 1.18.1; do
  maven_packages <<END
<dependency><groupId>org.apache.parquet</groupId><artifactId>parquet-avro</artifactId><version>$version</version></dependency>
<dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-client-runtime</artifactId><version>3.4.1</version></dependency>
<dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.16</version></dependency>
END
  echo "$version" >>"$seen"
  java -cp "$class_path" Run.java >>"$seen" 2>java.log
  rm -f java.parquet
done

expect <<'END'
1.16.0
pyarrow gt 0.5 [0.9, NaN]
pyarrow gt 0.95 []
pyarrow eq NaN []
java gt 0.5 [0.9, NaN]
java gt 0.95 [NaN]
java eq NaN [NaN]
1.18.1
pyarrow gt 0.5 [0.9, NaN]
pyarrow gt 0.95 [NaN]
pyarrow eq NaN [NaN]
java gt 0.5 [0.9, NaN]
java gt 0.95 [NaN]
java eq NaN [NaN]
END
conclude "parquet-java 1.16.0 reads a NaN for gt 0.5 and not for gt 0.95, if the largest number beside it is 0.9 and pyarrow wrote \
the file; 1.18.1 always reads it; guess: never"
