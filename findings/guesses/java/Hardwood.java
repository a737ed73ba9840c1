// H5 and H6: dev.hardwood over files of pyarrow.
// java: 21
// maven: dev.hardwood:hardwood-core:1.0.1.Final
// pip: pyarrow==25.0.1 numpy==2.4.6
import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowReader;
import java.nio.file.Path;
import java.util.*;

final class Hardwood {
  interface Value {
    Object of(RowReader row) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    Seen.python(
        """
        import numpy as np, pyarrow as pa, pyarrow.parquet as pq
        pq.write_table(pa.table({"half": np.array([0.5, 65504], np.float16)}), "half.parquet", compression="none")
        pq.write_table(pa.table({"split": pa.array([0.5, 2], pa.float32())}), "split.parquet", compression="none",
                       use_dictionary=False, column_encoding={"split": "BYTE_STREAM_SPLIT"})
        pq.write_table(pa.table({"u64": pa.array([2**64 - 1], pa.uint64()), "u32": pa.array([2**32 - 1], pa.uint32())}),
                       "unsigned.parquet", compression="none")
        """);
    Seen.say("H5", "float16", () -> rows("half", row -> row.getValue("half")));
    Seen.say("H5", "BYTE_STREAM_SPLIT", () -> rows("split", row -> row.getFloat("split")));
    Seen.say("H6", "the largest uint64 and uint32 by getValue", () -> rows("unsigned", row -> List.of(row.getValue("u64"), row.getValue("u32"))));
  }

  static List<Object> rows(String file, Value value) throws Exception {
    var found = new ArrayList<Object>();
    try (var reader = ParquetFileReader.open(InputFile.of(Path.of(file + ".parquet")));
        var rows = reader.rowReader()) {
      while (rows.hasNext()) {
        rows.next();
        found.add(value.of(rows));
      }
    }
    return found;
  }
}
