// K1 to K9: parquet-java with Avro over files of pyarrow 25 and its own, in two versions.
// maven: org.apache.parquet:parquet-avro:1.16.0 org.apache.hadoop:hadoop-client-runtime:3.4.1 org.slf4j:slf4j-nop:2.0.16
// maven: org.apache.parquet:parquet-avro:1.18.1 org.apache.hadoop:hadoop-client-runtime:3.4.1 org.slf4j:slf4j-nop:2.0.16
// pip: pyarrow==25.0.1 numpy==2.4.6
import static org.apache.parquet.filter2.predicate.FilterApi.*;

import java.nio.file.Path;
import java.util.*;
import org.apache.avro.Schema;
import org.apache.avro.generic.*;
import org.apache.parquet.avro.*;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.*;
import org.apache.parquet.io.*;

final class ParquetAvro {
  static final String FILES =
      """
      import numpy as np, pyarrow as pa, pyarrow.parquet as pq
      nan = float("nan")
      pq.write_table(pa.table({"score": pa.array([0.1, 0.9, nan], pa.float32())}), "scores.parquet")
      pq.write_table(pa.table({"x": pa.array([-0.0, 0.0, -1.0, 1.0])}), "zeros.parquet")
      pq.write_table(pa.table({"n": pa.array([1, 2, None, 3], pa.int32())}), "missing.parquet")
      pq.write_table(pa.table({"key": pa.array([1, 2**63 + 1], pa.uint64())}), "keys.parquet")
      pq.write_table(pa.table({
          "u64": pa.array([2**64 - 1], pa.uint64()), "u32": pa.array([2**32 - 1], pa.uint32()),
          "half": pa.array(np.array([1.0], np.float16)), "vector": pa.array([[1.0, 0.5]], pa.list_(pa.float32())),
      }), "types.parquet")
      """;

  public static void main(String[] arguments) throws Exception {
    Seen.python(FILES);
    var schema = new Schema.Parser().parse(
        "{\"type\": \"record\", \"name\": \"row\", \"fields\": [{\"name\": \"score\", \"type\": \"float\"}]}");
    try (var writer = AvroParquetWriter.<GenericRecord>builder(new LocalOutputFile(Path.of("own.parquet"))).withSchema(schema).build()) {
      for (float score : new float[] {0.1f, 0.9f, Float.NaN}) {
        var row = new GenericData.Record(schema);
        row.put("score", score);
        writer.write(row);
      }
    }

    var score = floatColumn("score");
    for (var file : List.of("scores", "own")) {
      rows("K1", file, "gt 0.5", gt(score, 0.5f));
      rows("K1", file, "gt 0.95", gt(score, 0.95f));
      rows("K1", file, "lt 0.5", lt(score, 0.5f));
    }
    var x = doubleColumn("x");
    rows("K2", "zeros", "eq 0", eq(x, 0d));
    rows("K2", "zeros", "gtEq 0", gtEq(x, 0d));
    rows("K2", "zeros", "eq -0", eq(x, -0d));
    var n = intColumn("n");
    rows("K3", "missing", "notEq 1", notEq(n, 1));
    rows("K3", "missing", "gt 1", gt(n, 1));
    rows("K3", "missing", "lt 3", lt(n, 3));
    rows("K4", "missing", "notIn 1", notIn(n, new HashSet<>(List.of(1))));
    rows("K4", "missing", "notIn 1, 2", notIn(n, new HashSet<>(List.of(1, 2))));
    Seen.say("K5", "in Set.of(1, 2)", () -> read("missing", in(n, Set.of(1, 2))));
    Seen.say("K5", "in a HashSet of 1, 2", () -> read("missing", in(n, new HashSet<>(List.of(1, 2)))));
    rows("K6", "keys", "gt 5", gt(longColumn("key"), 5L));
    rows("K6", "keys", "lt 5", lt(longColumn("key"), 5L));
    Seen.say("K7", "uint64, uint32, float16", () -> record("types", 3));
    Seen.say("K8", "a list of floats", () -> record("types", 4));
    for (var file : List.of("scores", "own")) {
      Seen.say("K9", file + ": statistics with a NaN in the column", () -> {
        try (var reader = ParquetFileReader.open(new LocalInputFile(Path.of(file + ".parquet")))) {
          var statistics = reader.getFooter().getBlocks().get(0).getColumns().get(0).getStatistics();
          return statistics.hasNonNullValue() ? List.of(statistics.genericGetMin(), statistics.genericGetMax()) : "no smallest or largest";
        }
      });
    }
  }

  static void rows(String key, String file, String name, FilterPredicate filter) {
    Seen.say(key, file + " " + name, () -> read(file, filter));
  }

  static List<Object> read(String file, FilterPredicate filter) throws Exception {
    var found = new ArrayList<Object>();
    ParquetReader.Builder<GenericRecord> builder = AvroParquetReader.<GenericRecord>builder(new LocalInputFile(Path.of(file + ".parquet")));
    try (var reader = builder.withFilter(FilterCompat.get(filter)).build()) {
      for (var row = reader.read(); row != null; row = reader.read()) {
        found.add(row.get(0));
      }
    }
    return found;
  }

  /** The first row's first three values or, if 4, the value after them. */
  static Object record(String file, int which) throws Exception {
    try (var reader = AvroParquetReader.<GenericRecord>builder(new LocalInputFile(Path.of(file + ".parquet"))).build()) {
      var row = reader.read();
      return which == 4 ? row.get(3) : List.of(row.get(0), row.get(1), row.get(2));
    }
  }
}
