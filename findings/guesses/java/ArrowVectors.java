// A1 to A8: Arrow for Java.
// maven: org.apache.arrow:arrow-vector:19.0.0 org.apache.arrow:arrow-algorithm:18.3.0 org.apache.arrow:arrow-memory-unsafe:19.0.0 org.slf4j:slf4j-nop:2.0.16
// pip: pyarrow==25.0.1
// options: --add-opens=java.base/java.nio=ALL-UNNAMED
import java.io.FileInputStream;
import java.util.*;
import org.apache.arrow.algorithm.sort.*;
import org.apache.arrow.memory.*;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.*;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.*;

final class ArrowVectors {
  static final BufferAllocator MEMORY = new RootAllocator();

  public static void main(String[] arguments) throws Exception {
    Seen.python(
        """
        import pyarrow as pa
        def write(name, table, **options):
            with pa.OSFile(name, "wb") as sink, pa.ipc.new_stream(sink, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
                writer.write_table(table)
        write("dictionary.arrows", pa.table({"text": pa.array(["a", "b", "a"]).dictionary_encode()}))
        write("compressed.arrows", pa.table({"n": pa.array([7] * 1000)}), compression="zstd")
        """);
    Seen.say("A1", "of 65536 halves, those that come back as another", () -> {
      int differing = 0;
      for (int bits = 0; bits < 1 << 16; bits++) {
        float number = Float16.toFloat((short) bits);
        differing += Float.isNaN(number) || Float16.toFloat16(number) == (short) bits ? 0 : 1;
      }
      return differing;
    });
    Seen.say("A1", "of every 257th float and all middles between halves, those that are not rounded to the nearest, ties to even", () -> {
      int differing = 0;
      for (long bits = 0; bits < 1L << 32; bits += 257) {
        differing += rounded(Float.intBitsToFloat((int) bits)) ? 0 : 1;
      }
      for (int bits = 0; bits < 0x7bff; bits++) {
        differing += rounded((Float16.toFloat((short) bits) + Float16.toFloat((short) (bits + 1))) / 2) ? 0 : 1;
      }
      return differing;
    });

    var bytes = new UInt1Vector("n", MEMORY);
    bytes.setSafe(0, 255);
    bytes.setValueCount(1);
    var ints = new UInt4Vector("n", MEMORY);
    ints.setSafe(0, -1);
    ints.setValueCount(1);
    var longs = new UInt8Vector("n", MEMORY);
    longs.setSafe(0, -1L);
    longs.setValueCount(1);
    Seen.say("A2", "the largest uint8: getObject, getObjectNoOverflow, toString", () -> List.of(bytes.getObject(0), bytes.getObjectNoOverflow(0), bytes.toString()));
    Seen.say("A2", "the largest uint32", () -> List.of(ints.getObject(0), ints.getObjectNoOverflow(0), ints.toString()));
    Seen.say("A2", "the largest uint64", () -> List.of(longs.getObject(0), longs.getObjectNoOverflow(0), longs.toString()));
    var shorts = new UInt2Vector("n", MEMORY);
    shorts.setSafe(0, 65535);
    shorts.setValueCount(1);
    Seen.say("A2", "the largest uint16 is a character of the number", () -> (int) shorts.getObject(0));

    try (var reader = new ArrowStreamReader(new FileInputStream("dictionary.arrows"), MEMORY)) {
      reader.loadNextBatch();
      var indices = reader.getVectorSchemaRoot().getVector(0);
      Seen.say("A3", "a dictionary column", () -> indices.getClass().getSimpleName() + " " + indices);
      Seen.say("A3", "decoded", () -> DictionaryEncoder.decode(indices, reader.getDictionaryVectors().values().iterator().next()));
    }

    Seen.say("A4", "doubles sorted ascending", () -> {
      var numbers = doubles(Double.NaN, 1d, null, -1d, Double.POSITIVE_INFINITY);
      return order(numbers).stream().map(numbers::getObject).toList();
    });
    Seen.say("A4", "uint64 sorted ascending: the positions of 2^64 - 1, 1 and 2^63", () -> {
      var numbers = new UInt8Vector("n", MEMORY);
      numbers.setSafe(0, -1L);
      numbers.setSafe(1, 1L);
      numbers.setSafe(2, Long.MIN_VALUE);
      numbers.setValueCount(3);
      return order(numbers);
    });
    for (double[] equal : new double[][] {{7, 7}, {0d, -0d}}) {
      Seen.say("A5", "100 rows of " + equal[0] + " and " + equal[1] + " keep their order", () -> {
        var numbers = new Double[100];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = equal[i % 2];
        }
        var order = order(doubles(numbers));
        return order.equals(order.stream().sorted().toList()) ? true : order.subList(0, 8) + " are first";
      });
    }
    Seen.say("A6", "NaN equals NaN, 0.0 equals -0.0",
        () -> List.of(VectorEqualsVisitor.vectorEquals(doubles(Double.NaN), doubles(Double.NaN)), VectorEqualsVisitor.vectorEquals(doubles(0d), doubles(-0d))));
    Seen.say("A7", "a default comparator of float16", () -> {
      DefaultVectorComparators.createDefaultComparator(new Float2Vector("n", MEMORY));
      return "exists";
    });
    Seen.say("A8", "a compressed file", () -> {
      try (var reader = new ArrowStreamReader(new FileInputStream("compressed.arrows"), MEMORY)) {
        return reader.loadNextBatch();
      } catch (IllegalArgumentException e) {
        return e.getMessage();
      }
    });
  }

  static boolean rounded(float number) {
    double size = Math.abs((double) number);
    double unit = Math.scalb(1d, Math.max(Math.getExponent(size), -14) - 10);
    double rounded = Double.isInfinite(size) ? size : Math.rint(size / unit) * unit;
    double nearest = Math.copySign(rounded > 65504 ? Double.POSITIVE_INFINITY : rounded, number);
    return Float.isNaN(number) || Float16.toFloat(Float16.toFloat16(number)) == nearest;
  }

  static Float8Vector doubles(Double... numbers) {
    var vector = new Float8Vector("n", MEMORY);
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] != null) {
        vector.setSafe(i, numbers[i]);
      } else {
        vector.setNull(i);
      }
    }
    vector.setValueCount(numbers.length);
    return vector;
  }

  static <V extends ValueVector> List<Integer> order(V vector) {
    var places = new IntVector("i", MEMORY);
    places.allocateNew(vector.getValueCount());
    places.setValueCount(vector.getValueCount());
    new IndexSorter<V>().sort(vector, places, DefaultVectorComparators.createDefaultComparator(vector));
    var order = new ArrayList<Integer>();
    for (int i = 0; i < vector.getValueCount(); i++) {
      order.add(places.get(i));
    }
    return order;
  }
}
