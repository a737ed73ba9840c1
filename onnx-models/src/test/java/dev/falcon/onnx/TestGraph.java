// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes tiny ONNX graphs field by field, so that tests can also make broken and unusual ones that
 * a writer of right graphs refuses.
 */
public final class TestGraph {
  public static final int FLOAT = 1;
  public static final int INT32 = 6;
  public static final int INT64 = 7;
  public static final int FLOAT16 = 10;

  private final ByteArrayOutputStream graph = new ByteArrayOutputStream();

  public TestGraph() {
    bytes(graph, 2, "test".getBytes(StandardCharsets.UTF_8));
  }

  /** Adds an input; a dimension of -1 is left open. */
  public TestGraph input(String name, int type, long... shape) {
    bytes(graph, 11, valueInfo(name, type, shape));
    return this;
  }

  public TestGraph output(String name, int type, long... shape) {
    bytes(graph, 12, valueInfo(name, type, shape));
    return this;
  }

  public TestGraph floats(String name, long[] shape, float... values) {
    ByteBuffer raw = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    raw.asFloatBuffer().put(values);
    ByteArrayOutputStream tensor = tensor(name, FLOAT, shape);
    bytes(tensor, 9, raw.array());
    bytes(graph, 5, tensor.toByteArray());
    return this;
  }

  public TestGraph longs(String name, long... values) {
    ByteBuffer raw = ByteBuffer.allocate(values.length * 8).order(ByteOrder.LITTLE_ENDIAN);
    raw.asLongBuffer().put(values);
    ByteArrayOutputStream tensor = tensor(name, INT64, new long[] {values.length});
    bytes(tensor, 9, raw.array());
    bytes(graph, 5, tensor.toByteArray());
    return this;
  }

  /** Adds float weights that lie in another file. */
  public TestGraph external(String name, String location, long... shape) {
    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    bytes(entry, 1, "location".getBytes(StandardCharsets.UTF_8));
    bytes(entry, 2, location.getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream tensor = tensor(name, FLOAT, shape);
    bytes(tensor, 13, entry.toByteArray());
    varint(tensor, 14, 1);
    bytes(graph, 5, tensor.toByteArray());
    return this;
  }

  /** Adds an operator; the inputs and outputs are names separated by blanks. */
  public TestGraph node(String operator, String inputs, String outputs) {
    return node(operator, inputs, outputs, "", 0);
  }

  /** Adds an operator with one integer attribute. */
  public TestGraph node(
      String operator, String inputs, String outputs, String attribute, long value) {
    ByteArrayOutputStream node = new ByteArrayOutputStream();
    for (String name : inputs.split(" ", -1)) {
      bytes(node, 1, name.getBytes(StandardCharsets.UTF_8));
    }
    for (String name : outputs.split(" ", -1)) {
      bytes(node, 2, name.getBytes(StandardCharsets.UTF_8));
    }
    bytes(node, 4, operator.getBytes(StandardCharsets.UTF_8));
    if (!attribute.isEmpty()) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      bytes(content, 1, attribute.getBytes(StandardCharsets.UTF_8));
      varint(content, 3, value);
      varint(content, 20, 2);
      bytes(node, 5, content.toByteArray());
    }
    bytes(graph, 1, node.toByteArray());
    return this;
  }

  public Path write(Path file) {
    ByteArrayOutputStream opset = new ByteArrayOutputStream();
    varint(opset, 2, 18);
    ByteArrayOutputStream model = new ByteArrayOutputStream();
    varint(model, 1, 8);
    bytes(model, 7, graph.toByteArray());
    bytes(model, 8, opset.toByteArray());
    try {
      Files.createDirectories(file.getParent());
      return Files.write(file, model.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ByteArrayOutputStream tensor(String name, int type, long[] shape) {
    ByteArrayOutputStream tensor = new ByteArrayOutputStream();
    for (long dimension : shape) {
      varint(tensor, 1, dimension);
    }
    varint(tensor, 2, type);
    bytes(tensor, 8, name.getBytes(StandardCharsets.UTF_8));
    return tensor;
  }

  private static byte[] valueInfo(String name, int type, long[] shape) {
    ByteArrayOutputStream dimensions = new ByteArrayOutputStream();
    for (int i = 0; i < shape.length; i++) {
      ByteArrayOutputStream dimension = new ByteArrayOutputStream();
      if (shape[i] < 0) {
        bytes(dimension, 2, ("open_" + i).getBytes(StandardCharsets.UTF_8));
      } else {
        varint(dimension, 1, shape[i]);
      }
      bytes(dimensions, 1, dimension.toByteArray());
    }
    ByteArrayOutputStream tensorType = new ByteArrayOutputStream();
    varint(tensorType, 1, type);
    bytes(tensorType, 2, dimensions.toByteArray());
    ByteArrayOutputStream typeProto = new ByteArrayOutputStream();
    bytes(typeProto, 1, tensorType.toByteArray());
    ByteArrayOutputStream info = new ByteArrayOutputStream();
    bytes(info, 1, name.getBytes(StandardCharsets.UTF_8));
    bytes(info, 2, typeProto.toByteArray());
    return info.toByteArray();
  }

  private static void bytes(ByteArrayOutputStream out, int field, byte[] content) {
    number(out, ((long) field << 3) | 2);
    number(out, content.length);
    out.writeBytes(content);
  }

  private static void varint(ByteArrayOutputStream out, int field, long value) {
    number(out, (long) field << 3);
    number(out, value);
  }

  private static void number(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
