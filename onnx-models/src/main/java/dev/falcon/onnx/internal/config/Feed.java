// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import ai.onnxruntime.OnnxTensor;
import java.util.LinkedHashMap;
import java.util.Map;

/** The input tensors of one run, which are closed together. */
public final class Feed implements AutoCloseable {
  private final Map<String, OnnxTensor> tensors = new LinkedHashMap<>();

  /** Returns the tensors by input name; they are closed with the feed. */
  public Map<String, OnnxTensor> tensors() {
    return tensors;
  }

  @Override
  public void close() {
    tensors.values().forEach(OnnxTensor::close);
  }
}
