package dev.falcon.onnx.export.graph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.network.shape.ModelShape;

/** A network as a model folder holds it: its sizes, graphs and description. */
public interface ExportedNetwork {
  /** Its sizes. */
  ModelShape shape();

  /** Creates its graphs, one after the other: each may be as large as the network. */
  void graphs(NamedWeights weights, GraphSink sink);

  /** Describes the network in {@code config.json}. */
  void describe(ObjectNode config, Tokenizer tokenizer);

  /**
   * Writes settings to {@code falcon.json} that {@code config.json} cannot hold.
   *
   * @param maxTokens maximum number of tokens of a caption
   */
  default void settle(ObjectNode settings, int maxTokens) {}

  /** Hugging Face's class of its image processor. */
  default String imageProcessor() {
    return "CLIPImageProcessor";
  }

  /** Receives graphs. */
  @FunctionalInterface
  interface GraphSink {
    /**
     * Receives a graph.
     *
     * @param file one of {@link GraphFiles}
     * @param doc its purpose in one sentence
     */
    void write(String file, String doc, GraphBuilder graph);
  }
}
