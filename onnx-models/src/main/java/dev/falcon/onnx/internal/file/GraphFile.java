// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.file;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The metadata of an ONNX file, read without ONNX Runtime and without its weights.
 *
 * @param file the file
 * @param irVersion the version of the file format
 * @param producer the program that wrote it; may be empty
 * @param opsets the version of each operator set, by domain; the domain of the standard set is
 *     {@code ai.onnx}
 * @param parameters the number of weights, without integers that only control shapes
 * @param initializers the shapes of the main graph's weights, by name
 * @param nodes the main graph's operators, in order
 * @param externalData the files that hold weights, as the graph names them
 */
public record GraphFile(
    Path file,
    long irVersion,
    String producer,
    SortedMap<String, Long> opsets,
    long parameters,
    Map<String, List<Long>> initializers,
    List<Node> nodes,
    SortedSet<String> externalData) {

  /** A node of the graph. */
  public record Node(String operator, List<String> inputs, List<String> outputs) {}

  /**
   * Fails if the graph names weights that are missing, or weights outside its own folder, by which
   * an untrusted graph could read any file.
   */
  public void requireExternalData() {
    Path folder = file.toAbsolutePath().normalize().getParent();
    for (String location : externalData) {
      Path data = beside(folder, location);
      if (!Folders.isFile(data)) {
        throw new FalconException(
            file + ": its external data '" + location + "' are not there; put them beside it");
      }
      try {
        // ONNX Runtime follows links when it opens the path.
        if (!data.toRealPath().startsWith(folder.toRealPath())) {
          throw new FalconException(
              file
                  + ": its external data '"
                  + location
                  + "' are a link out of its folder; put the file itself beside the graph");
        }
      } catch (IOException e) {
        throw new FalconException(data + ": cannot be read: " + e.getMessage(), e);
      }
    }
  }

  private Path beside(Path folder, String location) {
    try {
      Path data = folder.resolve(location).normalize();
      if (location.isEmpty() || Path.of(location).isAbsolute() || !data.startsWith(folder)) {
        throw new FalconException(
            file
                + ": names external data '"
                + location
                + "', which is outside its folder; external data must lie beside the graph");
      }
      return data;
    } catch (InvalidPathException e) {
      throw new FalconException(
          file + ": names external data '" + location + "', which no file can be called", e);
    }
  }

  /** Returns the version of the standard operator set; 0 if the file names none. */
  public long opset() {
    return opsets.getOrDefault("ai.onnx", 0L);
  }

  /**
   * Returns the number of rows of the embedding table in which an input of ids is looked up; empty
   * if the graph does not use a plain lookup.
   */
  public Optional<Long> embeddingRows(String idsInput) {
    String ids = idsInput;
    for (Node node : nodes) {
      if (node.operator().equals("Cast") && node.inputs().contains(ids)) {
        ids = node.outputs().get(0);
      }
      if (node.operator().startsWith("Gather")
          && node.inputs().size() > 1
          && node.inputs().get(1).equals(ids)) {
        List<Long> shape = initializers.get(source(node.inputs().get(0)));
        if (shape != null && shape.size() == 2) {
          return Optional.of(shape.get(0));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Follows a value back through nodes that only change its number format, and returns the name of
   * its source.
   */
  private String source(String value) {
    String name = value;
    for (int i = nodes.size() - 1; i >= 0; i--) {
      Node node = nodes.get(i);
      boolean format = node.operator().equals("DequantizeLinear") || node.operator().equals("Cast");
      if (format && node.outputs().contains(name) && !node.inputs().isEmpty()) {
        name = node.inputs().get(0);
      }
    }
    return name;
  }
}
