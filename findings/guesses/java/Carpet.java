// C1 to C5: carpet over files of pyarrow 25.
// maven: com.jerolba:carpet-record:0.5.0 org.slf4j:slf4j-nop:2.0.16
// pip: pyarrow==25.0.1 numpy==2.4.6
import com.jerolba.carpet.CarpetReader;
import java.io.File;
import java.util.*;

public final class Carpet {
  static final String FILES =
      """
      import numpy as np, pyarrow as pa, pyarrow.parquet as pq, uuid
      write = lambda name, **columns: pq.write_table(pa.table(columns), name + ".parquet")
      write("lists", vector=pa.array([[1.0, 0.5]], pa.list_(pa.float32())))
      write("fixed", vector=pa.array([[1.0, 0.5]], pa.list_(pa.float32(), 2)))
      write("wide", number=pa.array([2**40]), score=pa.array([1e300]))
      write("missing", number=pa.array([None], pa.int32()), score=pa.array([None], pa.float32()))
      write("key", key=pa.array([2**64 - 1], pa.uint64()))
      write("half", score=pa.array(np.array([1.0], np.float16)))
      key = pa.array([uuid.UUID(int=2**100).bytes], pa.binary(16))
      write("uuid", key=pa.ExtensionArray.from_storage(pa.uuid(), key))
      """;

  public record Vector(List<Float> vector) {}

  public record Floats(float[] vector) {}

  public record Number(int number, float score) {}

  public record NumberAndMore(int number, float score, long other) {}

  public record Score(float score) {}

  public record LongKey(long key) {}

  public record TextKey(String key) {}

  public record UuidKey(UUID key) {}

  public static void main(String[] arguments) throws Exception {
    Seen.python(FILES);
    say("C1", "a list", "lists", Vector.class);
    say("C1", "a list of a fixed length", "fixed", Vector.class);
    say("C1", "a list into float[]", "lists", Floats.class);
    say("C2", "2^40 into an int, 1e300 into a float", "wide", Number.class);
    say("C3", "a missing column", "wide", NumberAndMore.class);
    say("C3", "a further column", "wide", Score.class);
    say("C4", "missing numbers", "missing", Number.class);
    say("C5", "2^64 - 1", "key", LongKey.class);
    say("C5", "float16", "half", Score.class);
    say("C5", "a UUID", "uuid", UuidKey.class);
    say("C5", "a UUID as text", "uuid", TextKey.class);
  }

  static void say(String key, String what, String file, Class<?> type) {
    Seen.say(key, what, () -> new CarpetReader<>(new File(file + ".parquet"), type).toList());
  }
}
