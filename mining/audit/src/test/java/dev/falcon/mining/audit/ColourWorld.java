// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import dev.falcon.data.Provenance;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import javax.imageio.ImageIO;

/**
 * A dataset of plain colours whose captions name them, and a matching model that is right about red
 * and green but takes every blue picture for nothing.
 */
final class ColourWorld {
  static final List<String> COLOURS = List.of("red", "green", "blue");

  private ColourWorld() {}

  /** Sample {@code k} shows colour {@code k mod 3}. */
  static String colour(int sample) {
    return COLOURS.get(sample % COLOURS.size());
  }

  static String key(int sample) {
    return "s" + sample;
  }

  static SampleSource data(int samples) {
    List<Sample> all = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      all.add(
          new Sample(
              key(i),
              Optional.of(png(i % COLOURS.size())),
              List.of(colour(i)),
              Optional.empty(),
              OptionalInt.empty(),
              new TreeMap<>(),
              Map.of()));
    }
    return new MemorySource("colours", all);
  }

  static byte[] png(int channel) {
    BufferedImage image = new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < 4; i++) {
      image.setRGB(i % 2, i / 2, 0xFF << (16 - 8 * channel));
    }
    try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      ImageIO.write(image, "png", out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Vectors whose colours stand apart, and whose samples differ a little. */
  static EmbeddingStore store(Path folder, int samples) {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            4,
            400,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    try (StoreWriter writer = StoreWriter.open(folder, options, false)) {
      for (int i = 0; i < samples; i++) {
        float[] vector = {0, 0, 0, 0.001f * i};
        vector[i % 3] = 1;
        writer.append(key(i), Optional.empty(), Optional.of(colour(i)), vector, 0, vector, 0);
      }
      writer.finish();
    }
    return EmbeddingStore.open(folder);
  }

  /** The matching model: logits are 8 · (caption's colour · (red, green, 0)) - 4. */
  static ModelFolder model(Path folder) {
    write(
        folder,
        "preprocessor_config.json",
        """
        {"size": {"height": 2, "width": 2}, "resample": 0, "do_normalize": false,
         "do_rescale": true}
        """);
    write(
        folder,
        "tokenizer.json",
        """
        {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
         "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
         "post_processor": null, "decoder": null,
         "model": {"type": "WordLevel", "unk_token": "[UNK]",
           "vocab": {"[PAD]": 0, "[UNK]": 1, "red": 2, "green": 3, "blue": 4}}}
        """);
    write(folder, "tokenizer_config.json", "{\"model_max_length\": 4, \"pad_token\": \"[PAD]\"}");
    float[] table = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0};
    GraphBuilder graph = new GraphBuilder();
    Value pixels = graph.input(TensorInfo.float32("pixel_values", "batch", "3", "2", "2"));
    Value ids = graph.input(TensorInfo.int64("input_ids", "batch", "tokens"));
    Value picture = graph.mean(graph.reshape(pixels, 0, 3, 4), 2);
    Value words = graph.gather(graph.weight("table", Tensor.float32(table, 5, 3)), ids, 0);
    Value caption =
        graph.node("ReduceSum", words, graph.integers(1)).integer("keepdims", 0).output();
    Value product =
        graph
            .node("ReduceSum", graph.multiply(caption, picture), graph.integers(1))
            .integer("keepdims", 1)
            .output();
    Value logits =
        graph.add(
            graph.multiply(
                product, graph.weight("slope", Tensor.float32(new float[] {0, 8}, 1, 2))),
            graph.weight("bias", Tensor.float32(new float[] {0, -4}, 1, 2)));
    graph.output(TensorInfo.float32("logits", "batch", "2"), logits);
    graph.write(
        folder.resolve("itm_model.onnx"),
        ModelMetadata.of("colours", "", Provenance.of("test", 0, Map.of(), List.of())));
    return ModelFolder.open(folder);
  }

  private static void write(Path folder, String name, String content) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
