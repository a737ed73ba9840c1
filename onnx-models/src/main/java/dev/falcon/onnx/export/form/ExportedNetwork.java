package dev.falcon.onnx.export.form;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.onnx.export.graph.GraphFiles;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.network.shape.ModelShape;

/** A network as a model folder has it: its sizes, its graphs, and what is said of it there. */
public interface ExportedNetwork {
  /** Its sizes. */
  ModelShape shape();

  /** Makes its graphs, one after the other: each may be as large as the network. */
  void graphs(NamedWeights weights, GraphSink sink);

  /** Says in {@code config.json} what the network is. */
  void describe(ObjectNode config, Tokenizer tokenizer);

  /**
   * Says in {@code falcon.json} what {@code config.json} cannot.
   *
   * @param maxTokens the longest caption that is read
   */
  default void settle(ObjectNode settings, int maxTokens) {}

  /** Hugging Face's class that prepares its images. */
  default String imageProcessor() {
    return "CLIPImageProcessor";
  }

  /** Where graphs go to. */
  @FunctionalInterface
  interface GraphSink {
    /**
     * Takes one.
     *
     * @param file one of {@link GraphFiles}
     * @param doc what it does, in a sentence
     */
    void write(String file, String doc, GraphBuilder graph);
  }
}
