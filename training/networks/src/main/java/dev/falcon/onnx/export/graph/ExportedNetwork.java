// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.network.shape.ModelShape;

/** A network in the form in which a model folder holds it: its sizes, graphs and description. */
public interface ExportedNetwork {
  /** Returns its sizes. */
  ModelShape shape();

  /**
   * Creates its graphs and passes them to the sink one at a time, since each may be as large as the
   * network.
   */
  void graphs(NamedWeights weights, GraphSink sink);

  /** Describes the network in {@code config.json}. */
  void describe(ObjectNode config, Tokenizer tokenizer);

  /**
   * Adds the settings that {@code config.json} cannot hold to {@code falcon.json}.
   *
   * @param maxTokens the maximum number of tokens per caption
   */
  default void settle(ObjectNode settings, int maxTokens) {}

  /** Returns the name of Hugging Face's class of image processor for this network. */
  default String imageProcessor() {
    return "CLIPImageProcessor";
  }

  /** Receives graphs. */
  @FunctionalInterface
  interface GraphSink {
    /**
     * Receives a graph.
     *
     * @param file the file's name, one of {@link GraphFiles}
     * @param doc the graph's purpose in one sentence
     */
    void write(String file, String doc, GraphBuilder graph);
  }
}
