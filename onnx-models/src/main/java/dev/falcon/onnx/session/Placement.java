// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The devices on which the operators of a graph ran, as read from ONNX Runtime's profile of a
 * session, which is the only place where it reports them. An operator counts once, however often it
 * ran.
 *
 * @param graph the name of the graph's file
 * @param operators the number of operators by the execution provider that ran them, under ONNX
 *     Runtime's name
 * @param computedOnCpu the number of operators that computed floating-point numbers on the CPU, by
 *     the kind of operator. Other operators on the CPU compute shapes and indices as integers and
 *     are placed there on purpose
 */
public record Placement(
    String graph, Map<String, Integer> operators, Map<String, Integer> computedOnCpu) {
  /** ONNX Runtime's name of the CPU's execution provider. */
  public static final String CPU = "CPUExecutionProvider";

  /** The name of a record's file, to which ONNX Runtime has added the time and the extension. */
  private static final Pattern NAME = Pattern.compile("\\d{4}-(.*)\\.record_.*\\.json");

  private static final Set<String> REAL = Set.of("float", "float16", "bfloat16", "double");

  public Placement {
    operators = Collections.unmodifiableMap(new TreeMap<>(operators));
    computedOnCpu = Collections.unmodifiableMap(new TreeMap<>(computedOnCpu));
  }

  /**
   * Returns the file of a session's record, without the suffix that ONNX Runtime adds to its name.
   */
  static Path record(Path folder, int number, Path graph) {
    return folder.resolve(
        String.format(Locale.ROOT, "%04d-%s.record", number, graph.getFileName()));
  }

  /**
   * Reads the records in a folder, in the order in which the sessions were opened. A session that
   * ran no operator is left out.
   *
   * @throws FalconException if a record cannot be read
   */
  public static List<Placement> read(Path folder) {
    List<Path> records = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(records::add);
    } catch (IOException e) {
      throw new FalconException(folder + ": cannot be listed: " + e.getMessage(), e);
    }
    Collections.sort(records);
    List<Placement> placements = new ArrayList<>();
    for (Path file : records) {
      Matcher name = NAME.matcher(file.getFileName().toString());
      if (name.matches()) {
        Placement placement = of(name.group(1), Json.readTree(file));
        if (!placement.operators.isEmpty()) {
          placements.add(placement);
        }
      }
    }
    return List.copyOf(placements);
  }

  private static Placement of(String graph, JsonNode record) {
    Map<String, Integer> operators = new TreeMap<>();
    Map<String, Integer> computedOnCpu = new TreeMap<>();
    Set<String> seen = new HashSet<>();
    for (JsonNode event : record) {
      JsonNode details = event.path("args");
      String provider = details.path("provider").asText();
      if (!event.path("cat").asText().equals("Node") || provider.isEmpty()) {
        continue;
      }
      // The nodes of nested graphs are numbered from 0 again, but their names differ.
      if (!seen.add(event.path("name").asText() + " " + details.path("node_index").asText())) {
        continue;
      }
      operators.merge(provider, 1, Integer::sum);
      if (provider.equals(CPU) && givesRealNumbers(details.path("output_type_shape"))) {
        computedOnCpu.merge(details.path("op_name").asText(), 1, Integer::sum);
      }
    }
    return new Placement(graph, operators, computedOnCpu);
  }

  private static boolean givesRealNumbers(JsonNode outputs) {
    for (JsonNode output : outputs) {
      if (output.properties().stream().anyMatch(field -> REAL.contains(field.getKey()))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns a description in one line, such as {@code vision_model.onnx: 97 on
   * CPUExecutionProvider}.
   */
  @Override
  public String toString() {
    return graph
        + ": "
        + operators.entrySet().stream()
            .map(entry -> entry.getValue() + " on " + entry.getKey())
            .collect(Collectors.joining(", "));
  }
}
