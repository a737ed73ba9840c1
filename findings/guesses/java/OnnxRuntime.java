// R1 to R9: ONNX Runtime for Java. Graphs are made here, byte by byte.
// maven: com.microsoft.onnxruntime:onnxruntime:1.29.0
import ai.onnxruntime.*;
import ai.onnxruntime.platform.Fp16Conversions;
import java.io.ByteArrayOutputStream;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

final class OnnxRuntime {
  static final OrtEnvironment ENVIRONMENT = OrtEnvironment.getEnvironment();
  static final int FLOAT = 1;

  public static void main(String[] arguments) throws Exception {
    float[] numbers = {0, 1, -1.5f, 255};
    Map<String, Integer> types = new LinkedHashMap<>();
    types.put("float16", 10);
    types.put("bfloat16", 16);
    types.put("bool", 9);
    for (var type : types.entrySet()) {
      Seen.say("R1", type.getKey(), () -> described(cast(type.getValue(), numbers)));
    }
    types.clear();
    types.put("uint8", 2);
    types.put("uint16", 4);
    types.put("uint32", 12);
    types.put("uint64", 13);
    for (var type : types.entrySet()) {
      Seen.say("R2", type.getKey(), () -> described(cast(type.getValue(), 0, 1, 255)));
    }

    Seen.say("R3", "float[0][3]", () -> OnnxTensor.createTensor(ENVIRONMENT, new float[0][3]).getInfo().getShape());
    Seen.say("R3", "a buffer with the shape {0, 3}",
        () -> OnnxTensor.createTensor(ENVIRONMENT, FloatBuffer.allocate(0), new long[] {0, 3}).getInfo().getShape());
    Seen.say("R3", "String[0]", () -> OnnxTensor.createTensor(ENVIRONMENT, new String[0]).getInfo().getShape());

    for (boolean direct : new boolean[] {true, false}) {
      Seen.say("R4", (direct ? "direct" : "heap") + ", changed after the tensor was made", () -> {
        FloatBuffer buffer = buffer(direct, ByteOrder.nativeOrder(), 1, 2);
        try (var tensor = OnnxTensor.createTensor(ENVIRONMENT, buffer, new long[] {2})) {
          buffer.put(0, 9);
          return run(identity(), tensor);
        }
      });
    }
    for (boolean direct : new boolean[] {true, false}) {
      Seen.say("R5", (direct ? "direct" : "heap") + " in big-endian order", () -> {
        try (var tensor = OnnxTensor.createTensor(ENVIRONMENT, buffer(direct, ByteOrder.BIG_ENDIAN, 1, -2), new long[] {2})) {
          return run(identity(), tensor);
        }
      });
    }
    for (boolean direct : new boolean[] {true, false}) {
      Seen.say("R6", (direct ? "direct" : "heap") + " from position 1 of 3", () -> {
        FloatBuffer buffer = buffer(direct, ByteOrder.nativeOrder(), 1, 2, 3);
        buffer.position(1);
        try (var tensor = OnnxTensor.createTensor(ENVIRONMENT, buffer, new long[] {2})) {
          return run(identity(), tensor);
        }
      });
    }
    Seen.say("R6", "ragged arrays",
        () -> OnnxTensor.createTensor(ENVIRONMENT, new float[][] {{1, 2}, {3}}).getInfo().getShape());

    Seen.say("R7", "halves of all 2^32 floats that are not the nearest, ties to even", () -> count(bits -> {
      float number = Float.intBitsToFloat(bits);
      return !Float.isNaN(number)
          && Float.floatToRawIntBits(Fp16Conversions.fp16ToFloat(Fp16Conversions.floatToFp16(number)))
              != Float.floatToRawIntBits(nearestHalf(number));
    }));
    Seen.say("R8", "bfloat16 of all 2^32 floats that are not the nearest, ties to even", () -> count(bits -> {
      float number = Float.intBitsToFloat(bits);
      short nearest = (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
      return !Float.isNaN(number) && Fp16Conversions.floatToBf16(number) != nearest;
    }));

    Seen.say("R9", "read after the session is closed", () -> {
      try (var tensor = OnnxTensor.createTensor(ENVIRONMENT, new float[] {1, 2})) {
        OrtSession session = ENVIRONMENT.createSession(identity());
        OrtSession.Result result = session.run(Map.of("x", tensor));
        session.close();
        return result.get(0).getValue();
      }
    });
  }

  static String described(Object array) {
    return array.getClass().getSimpleName() + " " + Seen.text(array);
  }

  static long count(IntPredicate differs) {
    return IntStream.range(0, 1 << 16)
        .parallel()
        .mapToLong(high -> IntStream.range(0, 1 << 16).filter(low -> differs.test(high << 16 | low)).count())
        .sum();
  }

  /** The nearest half, by doubles, which hold all that is needed exactly. */
  static float nearestHalf(float number) {
    double size = Math.abs((double) number);
    double unit = Math.scalb(1d, Math.max(Math.getExponent(size), -14) - 10);
    double rounded = Double.isInfinite(size) ? size : Math.rint(size / unit) * unit;
    return Math.copySign(rounded > 65504 ? Float.POSITIVE_INFINITY : (float) rounded, number);
  }

  static FloatBuffer buffer(boolean direct, ByteOrder order, float... numbers) {
    int size = Float.BYTES * numbers.length;
    FloatBuffer buffer = (direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size)).order(order).asFloatBuffer();
    return buffer.put(numbers).rewind();
  }

  static Object cast(int type, float... numbers) throws OrtException {
    try (var tensor = OnnxTensor.createTensor(ENVIRONMENT, numbers)) {
      return run(graph("Cast", type, field(5, field(1, "to"), number(3, type), number(20, 2))), tensor);
    }
  }

  static Object run(byte[] graph, OnnxTensor x) throws OrtException {
    try (var session = ENVIRONMENT.createSession(graph);
        var result = session.run(Map.of("x", x))) {
      return result.get(0).getValue();
    }
  }

  static byte[] identity() {
    return graph("Identity", FLOAT);
  }

  /** A model with the one node y = OPERATOR(x), where x has one dimension. */
  static byte[] graph(String operator, int outputType, byte[]... attributes) {
    byte[] node = field(1, joined(field(1, "x"), field(2, "y"), field(4, operator), joined(attributes)));
    byte[] graph = joined(node, field(2, "g"), field(11, value("x", FLOAT)), field(12, value("y", outputType)));
    return joined(number(1, 9), field(7, graph), field(8, number(2, 20)));
  }

  static byte[] value(String name, int type) {
    byte[] shape = field(2, field(1, field(2, "n")));
    return joined(field(1, name), field(2, field(1, number(1, type), shape)));
  }

  static byte[] field(int number, String text) {
    return field(number, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] field(int number, byte[]... parts) {
    byte[] content = joined(parts);
    return joined(varint(number << 3 | 2), varint(content.length), content);
  }

  static byte[] number(int field, int number) {
    return joined(varint(field << 3), varint(number));
  }

  static byte[] varint(int number) {
    return number < 128 ? new byte[] {(byte) number} : joined(new byte[] {(byte) (number | 128)}, varint(number >>> 7));
  }

  static byte[] joined(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
