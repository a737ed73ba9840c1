// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.internal.file.GraphFileParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The graphs of a model folder, found by their names at its root or in {@code onnx/}.
 *
 * @param precision the precision of all graphs but the scheduler, which has only one
 * @param files the graphs' files by role
 */
record FolderGraphs(Path folder, Precision precision, Map<GraphRole, Path> files) {
  private static final String ENDING = ".onnx";
  private static final List<String> PLACES = List.of("", "onnx");

  /**
   * Finds the graphs.
   *
   * @throws FalconException if there is no graph
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
        .filter(Folders::isFile)
        .findFirst();
  }

  private static String name(GraphRole role, Precision precision) {
    return role.stem() + (role == GraphRole.SCHEDULER ? "" : precision.suffix()) + ENDING;
  }

  private static String whatThereIs(Path folder) {
    Set<String> found = new TreeSet<>();
    for (String place : PLACES) {
      if (!Folders.isFolder(folder.resolve(place))) {
        continue;
      }
      for (Path file : Folders.files(folder.resolve(place))) {
        String name = file.getFileName().toString();
        for (GraphRole role : GraphRole.values()) {
          precision(name, role).ifPresent(found::add);
        }
      }
    }
    return found.isEmpty()
        ? "expected vision_model.onnx and text_model.onnx, or model.onnx, there or in onnx/"
        : "it has " + String.join(", ", found);
  }

  /**
   * Returns the part of a file's name after the graph's name, which names the precision; empty if
   * the file is another graph's.
   */
  private static Optional<String> precision(String file, GraphRole role) {
    if (!file.startsWith(role.stem()) || !file.endsWith(ENDING)) {
      return Optional.empty();
    }
    String between = file.substring(role.stem().length(), file.length() - ENDING.length());
    if (between.isEmpty()) {
      return Optional.of(Precision.FP32.toString());
    }
    return between.startsWith("_") ? Optional.of(between.substring(1)) : Optional.empty();
  }

  boolean has(GraphRole role) {
    return files.containsKey(role);
  }

  /** Returns the graph with this role. If it is missing, the message lists the folder's graphs. */
  Path require(GraphRole role) {
    if (!has(role)) {
      String there = files.keySet().stream().map(GraphRole::stem).collect(Collectors.joining(", "));
      throw new FalconException(
          folder
              + ": has no "
              + name(role, precision)
              + "; it has "
              + there
              + (role == GraphRole.VISION_MODEL && has(GraphRole.TEXT_MODEL)
                  ? "; images and captions need a dual encoder, a sentence encoder embeds pairs of"
                      + " texts"
                  : ""));
    }
    return files.get(role);
  }

  /**
   * Returns the graph of one half, or the graph of both halves if the half has no separate graph.
   */
  Path requireEither(GraphRole half) {
    return require(has(half) || !has(GraphRole.MODEL) ? half : GraphRole.MODEL);
  }

  /** Returns the graphs' files and the files of their external data. */
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
