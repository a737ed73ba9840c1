// Q1 to Q9: Spark and files of pyarrow and polars, and the other way.
// maven: org.apache.spark:spark-sql_2.13:4.2.0
// pip: pyarrow==25.0.1 numpy==2.4.6 polars==1.44.2 duckdb==1.5.6
// options: -XX:TieredStopAtLevel=1 --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.lang.invoke=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED --add-opens=java.base/java.net=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.util.concurrent=ALL-UNNAMED --add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/sun.nio.cs=ALL-UNNAMED --add-opens=java.base/sun.security.action=ALL-UNNAMED --add-opens=java.base/sun.util.calendar=ALL-UNNAMED
import java.nio.file.*;
import java.util.*;
import org.apache.spark.sql.SparkSession;

final class Spark {
  static final String FILES =
      """
      import numpy as np, polars as pl, pyarrow as pa, pyarrow.parquet as pq, uuid
      write = lambda name, **columns: pq.write_table(pa.table(columns), name + ".parquet")
      ids = pa.array([1, 2])
      write("half", id=ids, other=pa.array(np.array([1, 2], np.float16)))
      write("nanoseconds", id=ids, other=pa.array([1, 2], pa.timestamp("ns")))
      write("time", id=ids, other=pa.array([1, 2], pa.time64("us")))
      key = pa.array([uuid.UUID(int=n).bytes for n in (1, 2)], pa.binary(16))
      write("uuid", id=ids, other=pa.ExtensionArray.from_storage(pa.uuid(), key))
      write("fixed", id=ids, other=pa.array([[1.0, 2.0], [3.0, 4.0]], pa.list_(pa.float32(), 2)))
      frame = pl.DataFrame({"id": [1, 2, 3], "other": pl.Series([[1.0, 2.0], None, [3.0, 4.0]], dtype=pl.Array(pl.Float32, 2))})
      frame.write_parquet("polars.parquet")
      write("unsigned", u64=pa.array([2**64 - 1], pa.uint64()), u32=pa.array([2**32 - 1], pa.uint32()), u8=pa.array([255], pa.uint8()))
      split = pa.table({"id": ids, "other": pa.array([0.5, 2], pa.float32())})
      pq.write_table(split, "split.parquet", use_dictionary=False, column_encoding={"other": "BYTE_STREAM_SPLIT"})
      """;

  static final String READ =
      """
      import duckdb, glob, polars as pl, pyarrow.parquet as pq
      def attempt(step):
          try:
              return step()
          except Exception as e:
              return f"refused ({type(e).__name__})"
      [variant], [vectors] = glob.glob("variant/*.parquet"), glob.glob("vectors/*.parquet")
      with open("read.txt", "w") as out:
          print(pq.read_table(variant)["v"].to_pylist(), file=out)
          print(attempt(lambda: duckdb.sql(f"select v from '{variant}'").fetchall()), file=out)
          print(attempt(lambda: pl.read_parquet(variant, columns=["id"]).rows()), file=out)
          print(pq.read_schema(vectors).field("vector").type, file=out)
      """;

  static SparkSession spark;

  public static void main(String[] arguments) throws Exception {
    Seen.python(FILES);
    spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false").getOrCreate();
    spark.sparkContext().setLogLevel("OFF");
    for (String file : List.of("half", "uuid", "time", "nanoseconds")) {
      Seen.say("Q1", file, () -> rows(file, "other"));
      Seen.say("Q1", file + ", its other column", () -> rows(file, "id"));
      Seen.say("Q1", file + ", left out by the schema", () -> spark.read().schema("id bigint").parquet(file + ".parquet").count());
    }
    for (String file : List.of("fixed", "polars")) {
      Seen.say("Q2", file, () -> spark.read().parquet(file + ".parquet").schema().apply("other").dataType().simpleString() + " " + rows(file, "other"));
    }
    Seen.say("Q3", "uint64, uint32, uint8", () -> spark.read().parquet("unsigned.parquet").schema().simpleString());
    Seen.say("Q3", "their largest", () -> rows("unsigned", "array(u64, u32, u8)"));
    for (String vectorized : List.of("true", "false")) {
      Seen.say("Q4", "BYTE_STREAM_SPLIT, vectorized reader " + vectorized, () -> {
        spark.conf().set("spark.sql.parquet.enableVectorizedReader", vectorized);
        return rows("split", "other");
      });
    }
    spark.sql("select 1 as id, parse_json('{\"label\":\"dog\"}') as v").coalesce(1).write().parquet("variant");
    spark.sql("select array(1f, 2f) as vector").coalesce(1).write().parquet("vectors");
    Seen.python(READ);
    var read = Files.readAllLines(Path.of("read.txt"));
    Seen.say("Q5", "VARIANT in pyarrow", () -> read.get(0));
    Seen.say("Q6", "VARIANT in DuckDB", () -> read.get(1));
    Seen.say("Q6", "another column of that file in polars", () -> read.get(2));
    Seen.say("Q7", "vector_inner_product(array(1f, 2f), array(3f, 4f))", () -> sql("vector_inner_product(array(1f, 2f), array(3f, 4f))"));
    Seen.say("Q8", "array(NaN) = array(NaN), array(0.0) = array(-0.0)",
        () -> List.of(sql("array(double('NaN')) = array(double('NaN'))"), sql("array(0.0d) = array(-0.0d)")));
    Seen.say("Q9", "array<float> in pyarrow", () -> read.get(3));
    spark.stop();
  }

  static List<String> rows(String file, String column) {
    return spark.read().parquet(file + ".parquet").selectExpr("to_json(array(" + column + "))").collectAsList().stream().map(row -> row.getString(0)).toList();
  }

  static Object sql(String expression) {
    return spark.sql("select " + expression).head().get(0);
  }
}
