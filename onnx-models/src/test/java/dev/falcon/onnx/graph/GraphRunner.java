// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs a written graph in ONNX Runtime, for tests: arrays in, arrays out. */
public final class GraphRunner implements AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;
  private final Map<String, OnnxTensor> inputs = new HashMap<>();

  public GraphRunner(Path file) {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      session = environment.createSession(file.toString(), options);
    } catch (OrtException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  /** Feeds floats. */
  public GraphRunner feed(String name, float[] values, long... shape) {
    try {
      inputs.put(name, OnnxTensor.createTensor(environment, FloatBuffer.wrap(values), shape));
      return this;
    } catch (OrtException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  /** Feeds integers. */
  public GraphRunner feed(String name, long[] values, long... shape) {
    try {
      inputs.put(name, OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape));
      return this;
    } catch (OrtException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  /** What the graph gives, by output. */
  @SuppressWarnings("ArrayRecordComponent")
  public record Output(float[] values, long[] shape) {}

  /** Runs the graph; all outputs must be floats. */
  public Map<String, Output> run() {
    try (OrtSession.Result result = session.run(inputs)) {
      Map<String, Output> outputs = new LinkedHashMap<>();
      for (Map.Entry<String, OnnxValue> entry : result) {
        OnnxTensor tensor = (OnnxTensor) entry.getValue();
        FloatBuffer buffer = tensor.getFloatBuffer();
        float[] values = new float[buffer.remaining()];
        buffer.get(values);
        outputs.put(entry.getKey(), new Output(values, tensor.getInfo().getShape()));
      }
      return outputs;
    } catch (OrtException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  /** The session, for what it says of the model. */
  public OrtSession session() {
    return session;
  }

  @Override
  public void close() {
    inputs.values().forEach(OnnxTensor::close);
    try {
      session.close();
    } catch (OrtException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }
}
