// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.onnx.encoder.ImageEncoder;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.onnx.export.graph.GraphAlgebra;
import dev.falcon.onnx.export.graph.GraphFiles;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import dev.falcon.onnx.network.shape.ModelShape;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TextCleaning;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model folder of a network that no file of main code knows. */
class ToyExportTest {
  private static final String PIXELS = "toy.pixels";
  private static final int SIDE = 2;

  @TempDir private Path temporary;

  /** A linear layer over an image's pixels. */
  private record Toy(int imageSize, int vocabulary, int maxTokens)
      implements ModelShape, ExportedNetwork {
    @Override
    public ModelShape shape() {
      return this;
    }

    @Override
    public void graphs(NamedWeights weights, GraphSink sink) {
      GraphBuilder graph = new GraphBuilder();
      int values = 3 * imageSize * imageSize;
      GraphAlgebra algebra =
          GraphAlgebra.into(graph, weights, declare -> declare.linear(PIXELS, values, 2));
      String side = Integer.toString(imageSize);
      Value pixels = graph.input(TensorInfo.float32("pixel_values", "batch", "3", side, side));
      graph.output(
          TensorInfo.float32("image_embeds", "batch", "2"),
          algebra.linear(algebra.reshape(pixels, 0, values), PIXELS));
      sink.write(GraphFiles.VISION, "Pixels to sums.", graph);
    }

    @Override
    public void describe(ObjectNode config, Tokenizer tokenizer) {
      config.put("model_type", "toy");
    }
  }

  @Test
  void anotherNetworkIsWrittenAndOpened() {
    float[] weights = new float[2 * 3 * SIDE * SIDE];
    weights[0] = 3;
    weights[3 * SIDE * SIDE + 1] = 4;
    NamedWeights named =
        NamedWeights.of(
            Map.of(
                PIXELS + ".weight",
                Tensor.float32(weights, 2, 3 * SIDE * SIDE),
                PIXELS + ".bias",
                Tensor.float32(new float[2], 2)));
    Path folder = temporary.resolve("model");
    try (ModelFolderWriter writer = ModelFolderWriter.create(folder, false)) {
      writer.write(
          new TrainedModel(
              new Toy(SIDE, TinyTrainedModel.WORDS.size(), 4),
              named,
              Optional.empty(),
              new TrainedModel.Pixels(
                  List.of(0f, 0f, 0f), List.of(1f, 1f, 1f), ResampleFilter.BICUBIC),
              new TrainedModel.Text(
                  TextCleaning.NONE, new Tokenizer.WordLevel(TinyTrainedModel.WORDS), 4),
              new Provenance("1", "abc", "test", 5, Map.of(), List.of())));
      writer.commit();
    }
    JsonNode config = Json.readTree(folder.resolve("config.json"));
    assertThat(config.get("model_type").asText()).isEqualTo("toy");
    try (ImageEncoder encoder = ModelFolder.open(folder).openImageEncoder(Sessions.onCpu())) {
      FloatBuffer pixels = encoder.newBatch(1);
      pixels.put(0, 1).put(1, 1);
      assertThat(encoder.encodeNormalised(pixels, 1)).containsExactly(0.6f, 0.8f);
    }
  }
}
