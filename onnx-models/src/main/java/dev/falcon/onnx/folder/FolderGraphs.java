package dev.falcon.onnx.folder;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.file.GraphFileParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The graphs of a model folder, found by their names at its root or in {@code onnx/}.
 *
 * @param precision of all but the scheduler, which has one alone
 * @param files by what they do
 */
record FolderGraphs(Path folder, Precision precision, Map<GraphRole, Path> files) {
  private static final List<String> PLACES = List.of("", "onnx");

  /**
   * Looks for them.
   *
   * @throws FalconException if there is none
   */
  static FolderGraphs find(Path folder, Precision precision) {
    Map<GraphRole, Path> files = new EnumMap<>(GraphRole.class);
    for (GraphRole role : GraphRole.values()) {
      file(folder, role, precision).ifPresent(file -> files.put(role, file));
    }
    if (files.isEmpty()) {
      throw new FalconException(
          folder + ": has no ONNX graph in " + precision + "; " + whatThereIs(folder));
    }
    return new FolderGraphs(folder, precision, Collections.unmodifiableMap(files));
  }

  private static Optional<Path> file(Path folder, GraphRole role, Precision precision) {
    return PLACES.stream()
        .map(place -> folder.resolve(place).resolve(name(role, precision)))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static String name(GraphRole role, Precision precision) {
    return role.stem() + (role == GraphRole.SCHEDULER ? "" : precision.suffix()) + ".onnx";
  }

  private static String whatThereIs(Path folder) {
    List<String> found = new ArrayList<>();
    for (Precision precision : Precision.values()) {
      for (GraphRole role : GraphRole.values()) {
        if (file(folder, role, precision).isPresent()) {
          found.add(precision.toString());
          break;
        }
      }
    }
    return found.isEmpty()
        ? "right would be vision_model.onnx and text_model.onnx, or model.onnx, there or in onnx/"
        : "it has " + String.join(", ", found);
  }

  boolean has(GraphRole role) {
    return files.containsKey(role);
  }

  /** The graph of that role; the message lists what the folder has where that is missing. */
  Path require(GraphRole role) {
    if (!has(role)) {
      String there = files.keySet().stream().map(GraphRole::stem).collect(Collectors.joining(", "));
      throw new FalconException(folder + ": has no " + name(role, precision) + "; it has " + there);
    }
    return files.get(role);
  }

  /** The graph of one half, or that of both where the half is not there by itself. */
  Path requireEither(GraphRole half) {
    return require(has(half) || !has(GraphRole.MODEL) ? half : GraphRole.MODEL);
  }

  /** The graphs, and the files that their tensors lie in. */
  List<Path> withExternalData() {
    List<Path> all = new ArrayList<>();
    for (Path graph : files.values()) {
      all.add(graph);
      for (String location : GraphFileParser.read(graph).externalData()) {
        all.add(graph.resolveSibling(location).normalize());
      }
    }
    return all;
  }
}
