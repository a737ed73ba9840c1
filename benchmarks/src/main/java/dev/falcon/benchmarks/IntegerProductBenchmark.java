package dev.falcon.benchmarks;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.falcon.benchmarks.material.ClusteredVectors;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.kernel.Kernels;
import dev.falcon.mining.similarity.SpaceVectors;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * Whether mining could compute S from bytes: ONNX Runtime's product of 8-bit integers beside the
 * canonical half product, both on this thread and in its processor time; and how many candidates of
 * a row the integers leave in doubt. Arguments: |M|, repetitions.
 *
 * <p>A row x becomes {@code scale * bytes + e}; the length of e is computed, not estimated. With
 * |x| = |y| = 1 and Cauchy-Schwarz, {@code |x·y - x'·y'| <= |e(x)| + |e(y)| + |e(x)|·|e(y)|}. A
 * candidate is in doubt for a rank where its interval of S meets the interval of that rank.
 */
public final class IntegerProductBenchmark {
  private static final int DIMENSION = 256;
  private static final int GREATEST = 127;
  private static final int ROWS_LOOKED_AT = 64;
  private static final double[] QUANTILES = {0.5, 0.9, 0.99, 1};
  // Of ONNX's TensorProto.DataType.
  private static final int UINT8 = 2;
  private static final int INT8 = 3;
  private static final int INT32 = 6;

  private IntegerProductBenchmark() {}

  /** Prints medians of processor time, their ratio, and the shares in doubt. */
  public static void main(String[] arguments) throws OrtException {
    int size = Integer.parseInt(arguments[0]);
    int repetitions = Integer.parseInt(arguments[1]);
    SpaceVectors vectors = ClusteredVectors.generate(size, DIMENSION, 7);
    Rounded image = Rounded.of(vectors.image(), size);
    Rounded text = Rounded.of(vectors.text(), size);
    Kernel kernel = Kernels.best();
    Kernel.Packed packed = kernel.pack(vectors.image(), vectors.text(), size, DIMENSION);
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      try (OrtSession session = environment.createSession(model(), options);
          OnnxTensor left =
              tensor(environment, image.withOffset(), OnnxJavaType.UINT8, size, DIMENSION);
          OnnxTensor right =
              tensor(environment, text.transposed(), OnnxJavaType.INT8, DIMENSION, size);
          OnnxTensor offset = tensor(environment, new byte[] {-128}, OnnxJavaType.UINT8)) {
        Map<String, OnnxTensor> inputs = Map.of("a", left, "b", right, "offset", offset);
        double[] floats = new double[repetitions];
        double[] integers = new double[repetitions];
        for (int r = -1; r < repetitions; r++) {
          double floatTime = seconds(() -> triangle(packed, size));
          double integerTime = seconds(() -> product(session, inputs));
          if (r >= 0) {
            floats[r] = floatTime;
            integers[r] = integerTime;
          }
        }
        Arrays.sort(floats);
        Arrays.sort(integers);
        System.out.printf(
            Locale.ROOT,
            "|M|=%d, d=%d, %s: canonical half product %.3f s, integer product %.3f s, %.2f times%n",
            size,
            DIMENSION,
            kernel.describe(),
            floats[repetitions / 2],
            integers[repetitions / 2],
            floats[repetitions / 2] / integers[repetitions / 2]);
      }
    }
    doubts(packed, image, text, size);
  }

  private static double seconds(Runnable work) {
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    work.run();
    return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e9;
  }

  private static void triangle(Kernel.Packed packed, int size) {
    float[] block = new float[Kernel.BLOCK * Kernel.BLOCK];
    float[] scratch = new float[block.length];
    for (int row = 0; row < Kernel.blocks(size); row++) {
      for (int column = row; column < Kernel.blocks(size); column++) {
        packed.similarity(row, column, block, scratch);
      }
    }
  }

  private static void product(OrtSession session, Map<String, OnnxTensor> inputs) {
    try (OrtSession.Result result = session.run(inputs)) {
      if (result.size() != 1) {
        throw new IllegalStateException("one product was asked for");
      }
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void doubts(Kernel.Packed packed, Rounded image, Rounded text, int size) {
    double[] inDoubt = new double[QUANTILES.length];
    double greatestPart = 0;
    double bounds = 0;
    float[] exact = new float[size];
    for (int x = 0; x < ROWS_LOOKED_AT; x++) {
      int i = (int) ((long) x * size / ROWS_LOOKED_AT);
      packed.row(i, exact);
      double[] low = new double[size - 1];
      double[] high = new double[size - 1];
      for (int j = 0, at = 0; j < size; j++) {
        if (j != i) {
          double about = image.times(i, text, j) + image.times(j, text, i);
          double bound = image.bound(i, text, j) + image.bound(j, text, i);
          low[at] = about - bound;
          high[at++] = about + bound;
          greatestPart = Math.max(greatestPart, Math.abs(about - exact[j]) / bound);
          bounds += bound / ROWS_LOOKED_AT / (size - 1);
        }
      }
      double[] lowest = low.clone();
      double[] highest = high.clone();
      Arrays.sort(lowest);
      Arrays.sort(highest);
      for (int q = 0; q < QUANTILES.length; q++) {
        int rank = (int) (QUANTILES[q] * (size - 2));
        int count = 0;
        for (int j = 0; j < size - 1; j++) {
          count += high[j] >= lowest[rank] && low[j] <= highest[rank] ? 1 : 0;
        }
        inDoubt[q] += (double) count / (size - 1) / ROWS_LOOKED_AT;
      }
    }
    System.out.printf(
        Locale.ROOT, "bound %.4f, largest error %.3f of its bound%n", bounds, greatestPart);
    for (int q = 0; q < QUANTILES.length; q++) {
      System.out.printf(
          Locale.ROOT, "q=%.2f: %.1f %% of a row in doubt%n", QUANTILES[q], 100 * inDoubt[q]);
    }
  }

  private static OnnxTensor tensor(
      OrtEnvironment environment, byte[] values, OnnxJavaType type, long... shape)
      throws OrtException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(values.length).order(ByteOrder.nativeOrder());
    buffer.put(values).flip();
    return OnnxTensor.createTensor(environment, buffer, shape, type);
  }

  /** A model of one node, MatMulInteger, as ONNX's protobuf has it. */
  private static byte[] model() {
    byte[] node =
        join(
            text(1, "a"),
            text(1, "b"),
            text(1, "offset"),
            text(2, "product"),
            text(4, "MatMulInteger"));
    byte[] graph =
        join(
            message(1, node),
            text(2, "product"),
            value(11, "a", UINT8, 2),
            value(11, "b", INT8, 2),
            value(11, "offset", UINT8, 0),
            value(12, "product", INT32, 2));
    byte[] operators = join(text(1, ""), new byte[] {0x10, 13});
    return join(new byte[] {0x08, 8}, message(7, graph), message(8, operators));
  }

  private static byte[] value(int field, String name, int type, int dimensions) {
    byte[][] shape = new byte[dimensions][];
    for (int k = 0; k < dimensions; k++) {
      shape[k] = message(1, text(2, name + k));
    }
    byte[] tensor = join(new byte[] {0x08, (byte) type}, message(2, join(shape)));
    return message(field, join(text(1, name), message(2, message(1, tensor))));
  }

  private static byte[] text(int field, String value) {
    return message(field, value.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] message(int field, byte[] content) {
    int length = content.length;
    byte[] head =
        length < 128
            ? new byte[] {(byte) (field << 3 | 2), (byte) length}
            : new byte[] {
              (byte) (field << 3 | 2), (byte) ((length & 127) | 128), (byte) (length >> 7)
            };
    return join(head, content);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Vectors as bytes, each with a scale of its own, and the lengths of what rounding took away. */
  @SuppressWarnings("ArrayRecordComponent") // looked into, never compared
  private record Rounded(byte[] bytes, double[] scales, double[] errors) {
    static Rounded of(float[] vectors, int rows) {
      Rounded rounded = new Rounded(new byte[rows * DIMENSION], new double[rows], new double[rows]);
      for (int row = 0; row < rows; row++) {
        int at = row * DIMENSION;
        double largest = 0;
        for (int k = 0; k < DIMENSION; k++) {
          largest = Math.max(largest, Math.abs(vectors[at + k]));
        }
        double scale = largest / GREATEST;
        double squares = 0;
        for (int k = 0; k < DIMENSION; k++) {
          rounded.bytes[at + k] = (byte) Math.round(vectors[at + k] / scale);
          double error = vectors[at + k] - scale * rounded.bytes[at + k];
          squares += error * error;
        }
        rounded.scales[row] = scale;
        rounded.errors[row] = Math.sqrt(squares);
      }
      return rounded;
    }

    double times(int i, Rounded other, int j) {
      int sum = 0;
      for (int k = 0; k < DIMENSION; k++) {
        sum += bytes[i * DIMENSION + k] * other.bytes[j * DIMENSION + k];
      }
      return sum * scales[i] * other.scales[j];
    }

    double bound(int i, Rounded other, int j) {
      return errors[i] + other.errors[j] + errors[i] * other.errors[j];
    }

    byte[] withOffset() {
      byte[] moved = new byte[bytes.length];
      for (int x = 0; x < bytes.length; x++) {
        moved[x] = (byte) (bytes[x] + 128);
      }
      return moved;
    }

    byte[] transposed() {
      int rows = scales.length;
      byte[] turned = new byte[bytes.length];
      for (int row = 0; row < rows; row++) {
        for (int k = 0; k < DIMENSION; k++) {
          turned[k * rows + row] = bytes[row * DIMENSION + k];
        }
      }
      return turned;
    }
  }
}
