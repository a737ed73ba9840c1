package dev.falcon.onnx.product;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import dev.falcon.data.BuildInfo;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.tensor.ModelMetadata;
import dev.falcon.onnx.graph.tensor.TensorInfo;
import dev.falcon.onnx.graph.tensor.Value;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.OnnxRuntime;
import dev.falcon.onnx.session.Sessions;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Map;

/**
 * One matrix times another's transpose, in 32-bit floats, by ONNX Runtime. The order of its sums is
 * the device's own. Several threads may multiply at once.
 */
public final class MatrixProduct implements AutoCloseable {
  private static final String LEFT = "left";
  private static final String RIGHT = "right";
  private static final String PRODUCT = "product";

  private final GraphSession session;

  private MatrixProduct(GraphSession session) {
    this.session = session;
  }

  /**
   * Opens it where the sessions run.
   *
   * @throws FalconException where there is no such device
   */
  public static MatrixProduct open(Sessions sessions) {
    Path folder = Folders.temporary("falcon-product-");
    try {
      Path file = folder.resolve("product.onnx");
      graph()
          .write(
              file,
              new ModelMetadata(PRODUCT, "left · rightᵀ", BuildInfo.current().version(), Map.of()));
      return new MatrixProduct(open(sessions, file));
    } finally {
      Folders.delete(folder);
    }
  }

  private static GraphSession open(Sessions sessions, Path file) {
    try {
      return sessions.open(file);
    } catch (FalconException e) {
      // The file is Falcon's own: what ONNX Runtime says of it, is wrong with the device.
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

  private static GraphBuilder graph() {
    GraphBuilder graph = new GraphBuilder();
    Value left = graph.input(TensorInfo.float32(LEFT, "rows", "dimension"));
    Value right = graph.input(TensorInfo.float32(RIGHT, "columns", "dimension"));
    graph.output(
        TensorInfo.float32(PRODUCT, "rows", "columns"),
        graph.node("Gemm", left, right).integer("transB", 1).output());
    return graph;
  }

  /** Where it runs. */
  public Device device() {
    return session.device();
  }

  /**
   * Multiplies. Direct buffers in the machine's byte order are not copied.
   *
   * @param left [rows x dimension]
   * @param right [columns x dimension]
   * @param product receives [rows x columns]; direct, in the machine's byte order
   */
  public void multiply(
      FloatBuffer left,
      FloatBuffer right,
      FloatBuffer product,
      int rows,
      int columns,
      int dimension) {
    try (OnnxTensor first = tensor(left, rows, dimension);
        OnnxTensor second = tensor(right, columns, dimension);
        OnnxTensor result = tensor(product, rows, columns)) {
      session.runInto(Map.of(LEFT, first, RIGHT, second), Map.of(PRODUCT, result));
    } catch (OrtException e) {
      throw new FalconException(
          "ONNX Runtime's product failed on " + device() + ": " + OnnxRuntime.brief(e), e);
    }
  }

  private OnnxTensor tensor(FloatBuffer values, int rows, int columns) throws OrtException {
    return OnnxTensor.createTensor(session.environment(), values, new long[] {rows, columns});
  }

  @Override
  public void close() {
    session.close();
  }
}
