// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.falcon.data.BuildInfo;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.graph.ElementType;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the greatest entries of each row of P = left · rightᵀ. ONNX Runtime computes P in 32-bit
 * floats, summing in the device's own order, and only the greatest entries are copied back from the
 * device, not all of P. Several threads may run queries at once.
 */
public final class NearestColumns implements AutoCloseable {
  private static final String LEFT = "left";
  private static final String RIGHT = "right";
  private static final String MOST = "most";
  private static final String LIMITS = "limits";
  private static final String COUNT = "k";
  private static final String PROBES = "probes";
  private static final String VALUES = "values";
  private static final String COLUMNS = "columns";
  private static final String COUNTS = "counts";
  private static final String PROBED = "probed";
  private static final String GREATEST = "greatest";
  private static final String LEAST = "least";
  private static final String ZEROS = "zeros";

  private final GraphSession session;
  private final int limits;

  /**
   * A query for the greatest entries of a product.
   *
   * @param left the left matrix [rows x dimension]
   * @param right the right matrix [columns x dimension]
   * @param most for each row, the value above which entries are ignored [rows]
   * @param limits for each row, the limits above which entries are counted [rows x limits]
   * @param k the number of entries to return per row, at most {@code columns}
   * @param probes the columns whose entries are always returned
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Query(
      FloatBuffer left,
      FloatBuffer right,
      int rows,
      int columns,
      int dimension,
      float[] most,
      float[] limits,
      int k,
      long[] probes) {}

  /**
   * The answer to a query.
   *
   * @param values the greatest entries, descending; padded with -∞ if a row has fewer [rows x k]
   * @param columns the columns of these entries [rows x k]
   * @param counts the number of entries of the row that exceed each limit [rows x limits]
   * @param probed the entries of the row in the probed columns [rows x probes]
   * @param greatest the greatest entry of the whole row [rows]
   * @param least the least entry of the whole row [rows]
   * @param zeros 0 if all entries of the row are finite, otherwise NaN [rows]
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Answer(
      float[] values,
      long[] columns,
      float[] counts,
      float[] probed,
      float[] greatest,
      float[] least,
      float[] zeros) {}

  private NearestColumns(GraphSession session, int limits) {
    this.session = session;
    this.limits = limits;
  }

  /**
   * Opens the graph on the device of the sessions.
   *
   * @param limits the number of limits per row, 0 for none
   * @throws FalconException if there is no such device
   */
  public static NearestColumns open(Sessions sessions, int limits) {
    Path folder = Folders.temporary("falcon-nearest-");
    try {
      Path file = folder.resolve("nearest.onnx");
      graph(limits)
          .write(
              file,
              new ModelMetadata(
                  "nearest",
                  "the greatest entries of the rows of left · rightᵀ",
                  BuildInfo.current().version(),
                  Map.of()));
      return new NearestColumns(open(sessions, file), limits);
    } finally {
      Folders.delete(folder);
    }
  }

  private static GraphSession open(Sessions sessions, Path file) {
    try {
      return sessions.open(file);
    } catch (FalconException e) {
      // The graph is Falcon's own, so a failure to open it is the device's.
      throw e.getCause() instanceof OrtException reason
          ? new FalconException(
              "ONNX Runtime does not open on "
                  + sessions.device()
                  + ": "
                  + OnnxRuntime.brief(reason),
              e)
          : e;
    }
  }

  private static GraphBuilder graph(int limits) {
    GraphBuilder graph = new GraphBuilder();
    Value left = graph.input(TensorInfo.float32(LEFT, "rows", "dimension"));
    Value right = graph.input(TensorInfo.float32(RIGHT, "items", "dimension"));
    Value most = graph.input(TensorInfo.float32(MOST, "rows", "1"));
    Value count = graph.input(TensorInfo.int64(COUNT, "1"));
    Value probes = graph.input(TensorInfo.int64(PROBES, "probes"));
    Value product = graph.node("Gemm", left, right).integer("transB", 1).output();
    Value within = graph.node("LessOrEqual", product, most).output();
    Value masked = graph.where(within, product, graph.scalar(Float.NEGATIVE_INFINITY));
    List<Value> nearest = graph.node("TopK", masked, count).integer("axis", 1).outputs(2);
    graph.output(TensorInfo.float32(VALUES, "rows", "nearest"), nearest.get(0));
    graph.output(TensorInfo.int64(COLUMNS, "rows", "nearest"), nearest.get(1));
    graph.output(TensorInfo.float32(PROBED, "rows", "probes"), graph.gather(product, probes, 1));
    graph.output(TensorInfo.float32(GREATEST, "rows", "1"), reduced(graph, "ReduceMax", product));
    graph.output(TensorInfo.float32(LEAST, "rows", "1"), reduced(graph, "ReduceMin", product));
    // A NaN or an infinity times 0 is not 0.
    graph.output(
        TensorInfo.float32(ZEROS, "rows", "1"),
        reduced(graph, "ReduceSum", graph.multiply(product, graph.scalar(0))));
    if (limits > 0) {
      Value bounds = graph.input(TensorInfo.float32(LIMITS, "rows", Integer.toString(limits)));
      List<Value> counts = new ArrayList<>();
      for (int limit = 0; limit < limits; limit++) {
        Value above =
            graph.node("Greater", product, graph.slice(bounds, 1, limit, limit + 1)).output();
        counts.add(reduced(graph, "ReduceSum", graph.cast(above, ElementType.FLOAT32)));
      }
      graph.output(
          TensorInfo.float32(COUNTS, "rows", Integer.toString(limits)),
          graph.concat(1, counts.toArray(Value[]::new)));
    }
    return graph;
  }

  private static Value reduced(GraphBuilder graph, String operator, Value value) {
    return graph.node(operator, value, graph.integers(1)).integer("keepdims", 1).output();
  }

  /** Returns the device on which products are computed. */
  public Device device() {
    return session.device();
  }

  /**
   * Answers a query.
   *
   * @throws FalconException if ONNX Runtime fails, for example for lack of memory
   */
  public Answer answer(Query query) {
    int rows = query.rows();
    try (Tensors tensors = new Tensors()) {
      tensors.floats(LEFT, query.left(), rows, query.dimension());
      tensors.floats(RIGHT, query.right(), query.columns(), query.dimension());
      tensors.floats(MOST, FloatBuffer.wrap(query.most()), rows, 1);
      tensors.integers(COUNT, query.k());
      tensors.integers(PROBES, query.probes());
      if (limits > 0) {
        tensors.floats(LIMITS, FloatBuffer.wrap(query.limits()), rows, limits);
      }
      Set<String> wanted = Set.of(VALUES, COLUMNS, PROBED, GREATEST, LEAST, ZEROS);
      if (limits > 0) {
        wanted = Set.of(VALUES, COLUMNS, PROBED, GREATEST, LEAST, ZEROS, COUNTS);
      }
      try (OrtSession.Result result = session.run(tensors.byName, wanted)) {
        return new Answer(
            floats(result, VALUES),
            integers(result, COLUMNS),
            limits > 0 ? floats(result, COUNTS) : new float[0],
            floats(result, PROBED),
            floats(result, GREATEST),
            floats(result, LEAST),
            floats(result, ZEROS));
      }
    } catch (OrtException e) {
      throw new FalconException(
          "ONNX Runtime's product failed on " + device() + ": " + OnnxRuntime.brief(e), e);
    }
  }

  private static float[] floats(OrtSession.Result result, String name) {
    FloatBuffer values = ((OnnxTensor) result.get(name).orElseThrow()).getFloatBuffer();
    float[] all = new float[values.remaining()];
    values.get(all);
    return all;
  }

  private static long[] integers(OrtSession.Result result, String name) {
    LongBuffer values = ((OnnxTensor) result.get(name).orElseThrow()).getLongBuffer();
    long[] all = new long[values.remaining()];
    values.get(all);
    return all;
  }

  /** The tensors of one query, which are freed together. */
  private final class Tensors implements AutoCloseable {
    private final Map<String, OnnxTensor> byName = new HashMap<>();

    private void floats(String name, FloatBuffer values, int rows, int columns)
        throws OrtException {
      byName.put(
          name, OnnxTensor.createTensor(session.environment(), values, new long[] {rows, columns}));
    }

    private void integers(String name, long... values) throws OrtException {
      byName.put(
          name,
          OnnxTensor.createTensor(
              session.environment(), LongBuffer.wrap(values), new long[] {values.length}));
    }

    @Override
    public void close() {
      byName.values().forEach(OnnxTensor::close);
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
