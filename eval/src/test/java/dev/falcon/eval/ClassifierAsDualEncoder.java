// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A classifier of digits as a model folder. Its vision graph is the classifier, given the red
 * channel of an RGB picture; its text graph gives the unit vector of the digit that a prompt names.
 * The cosines then are ordered as the classifier's outputs.
 */
final class ClassifierAsDualEncoder {
  private static final int DIGITS = 10;
  private static final int FIRST_DIGIT_ID = 2;
  private static final int TOKENS = 16;

  private ClassifierAsDualEncoder() {}

  static Path write(Path classifier, Path folder) throws IOException {
    writeText(folder);
    Files.write(folder.resolve("vision_model.onnx"), vision(Files.readAllBytes(classifier)));
    return folder;
  }

  /** The same with a picture's mean in the place of the classifier. */
  static Path writeMean(Path folder) throws IOException {
    writeText(folder);
    GraphBuilder graph = new GraphBuilder();
    Value pixels = graph.input(TensorInfo.float32("pixel_values", "batch", "3", "28", "28"));
    Value mean = graph.mean(graph.reshape(pixels, 0, 3 * 28 * 28), 1);
    Value zeros = graph.weight("zeros", Tensor.float32(new float[DIGITS], 1, DIGITS));
    graph.output(
        TensorInfo.float32("image_embeds", "batch", Integer.toString(DIGITS)),
        graph.add(graph.unsqueeze(mean, 1), zeros));
    graph.write(folder.resolve("vision_model.onnx"), metadata());
    return folder;
  }

  private static void writeText(Path folder) throws IOException {
    Files.createDirectories(folder);
    text(folder.resolve("text_model.onnx"));
    Files.writeString(folder.resolve("tokenizer.json"), tokenizer());
    Files.writeString(folder.resolve("config.json"), "{\"model_type\": \"clip\"}");
    Files.writeString(
        folder.resolve("preprocessor_config.json"),
        """
        {"do_convert_rgb": true, "do_resize": true, "size": {"height": 28, "width": 28},
         "resample": 3, "do_center_crop": false, "do_rescale": false,
         "do_normalize": false}
        """);
  }

  private static void text(Path file) {
    GraphBuilder graph = new GraphBuilder();
    Value ids = graph.input(TensorInfo.int64("input_ids", "batch", Integer.toString(TOKENS)));
    float[] table = new float[(FIRST_DIGIT_ID + DIGITS) * DIGITS];
    for (int digit = 0; digit < DIGITS; digit++) {
      table[(FIRST_DIGIT_ID + digit) * DIGITS + digit] = 1;
    }
    Tensor weights = Tensor.float32(table, FIRST_DIGIT_ID + DIGITS, DIGITS);
    Value tokens = graph.gather(graph.weight("table", weights), ids, 0);
    graph.output(
        TensorInfo.float32("text_embeds", "batch", Integer.toString(DIGITS)),
        graph.mean(tokens, 1));
    graph.write(file, metadata());
  }

  private static ModelMetadata metadata() {
    return ModelMetadata.of("digits", "", Provenance.of("test", 0, Map.of(), List.of()));
  }

  private static String tokenizer() {
    Map<String, Integer> vocabulary = new LinkedHashMap<>();
    vocabulary.put("[PAD]", 0);
    vocabulary.put("[UNK]", 1);
    for (int digit = 0; digit < DIGITS; digit++) {
      vocabulary.put(Integer.toString(digit), FIRST_DIGIT_ID + digit);
    }
    return """
    {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
     "normalizer": null, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null,
     "decoder": null, "model": {"type": "WordLevel", "vocab": %s, "unk_token": "[UNK]"}}
    """
        .formatted(Json.line(vocabulary));
  }

  /**
   * The classifier with a convolution before it that takes the red channel. In ONNX's encoding a
   * graph is a sequence of fields, so that it can be changed field by field: 1 is a node, 5 a
   * weight, 11 an input.
   */
  private static byte[] vision(byte[] model) {
    Fields result = new Fields();
    for (Field field : Field.of(model)) {
      if (field.number == 7) {
        result.add(7, graph(field.content));
      } else {
        result.raw(field.bytes);
      }
    }
    return result.bytes();
  }

  private static byte[] graph(byte[] graph) {
    ByteBuffer weights =
        ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putFloat(1).putFloat(0).putFloat(0);
    Fields tensor = new Fields();
    for (int size : new int[] {1, 3, 1, 1}) {
      tensor.number(1, size);
    }
    tensor.number(2, 1).text(8, "red").add(9, weights.array());
    Fields node = new Fields().text(1, "pixel_values").text(1, "red").text(2, "input_image");
    node.text(3, "take_red").text(4, "Conv");
    Fields result = new Fields().add(1, node.bytes()).add(5, tensor.bytes());
    for (Field field : Field.of(graph)) {
      if (field.number == 11) {
        String name = new String(Field.of(field.content).get(0).content, StandardCharsets.UTF_8);
        if (name.equals("input_image")) {
          result.add(11, pixels());
        }
      } else {
        result.raw(field.bytes);
      }
    }
    return result.bytes();
  }

  private static byte[] pixels() {
    Fields shape = new Fields().add(1, new Fields().text(2, "batch").bytes());
    for (int size : new int[] {3, 28, 28}) {
      shape.add(1, new Fields().number(1, size).bytes());
    }
    Fields tensor = new Fields().number(1, 1).add(2, shape.bytes());
    Fields type = new Fields().add(1, tensor.bytes());
    return new Fields().text(1, "pixel_values").add(2, type.bytes()).bytes();
  }

  /** A field of a message in protocol buffers' encoding, with its tag. */
  private static final class Field {
    final int number;
    final byte[] content;
    final byte[] bytes;

    private Field(int number, byte[] content, byte[] bytes) {
      this.number = number;
      this.content = content;
      this.bytes = bytes;
    }

    static List<Field> of(byte[] message) {
      List<Field> fields = new ArrayList<>();
      ByteBuffer in = ByteBuffer.wrap(message);
      while (in.hasRemaining()) {
        int start = in.position();
        long tag = varint(in);
        byte[] content = new byte[0];
        switch ((int) (tag & 7)) {
          case 0 -> varint(in);
          case 1 -> in.position(in.position() + 8);
          case 2 -> {
            content = new byte[(int) varint(in)];
            in.get(content);
          }
          default -> in.position(in.position() + 4);
        }
        byte[] bytes = new byte[in.position() - start];
        in.get(start, bytes);
        fields.add(new Field((int) (tag >>> 3), content, bytes));
      }
      return fields;
    }

    private static long varint(ByteBuffer in) {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte part = in.get();
        value |= (long) (part & 0x7f) << shift;
        if (part >= 0) {
          return value;
        }
      }
    }
  }

  /** Writes a message. */
  private static final class Fields {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Fields add(int number, byte[] content) {
      varint((number << 3) | 2);
      varint(content.length);
      out.writeBytes(content);
      return this;
    }

    Fields text(int number, String text) {
      return add(number, text.getBytes(StandardCharsets.UTF_8));
    }

    Fields number(int number, long value) {
      varint((long) number << 3);
      varint(value);
      return this;
    }

    void raw(byte[] bytes) {
      out.writeBytes(bytes);
    }

    byte[] bytes() {
      return out.toByteArray();
    }

    private void varint(long value) {
      long rest = value;
      while (rest > 0x7f) {
        out.write((int) ((rest & 0x7f) | 0x80));
        rest >>>= 7;
      }
      out.write((int) rest);
    }
  }
}
