// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads suites: a user's table, or files by a description, Falcon's own or the user's. */
public final class SuiteReader {
  /** The names of the suites that Falcon describes. */
  public static final List<String> NAMES =
      List.of(
          "sugarcrepe",
          "sugarcrepe-pp",
          "bivlc",
          "aro-relation",
          "aro-attribution",
          "aro-coco-order",
          "aro-flickr-order",
          "valse",
          "winoground",
          "colorswap",
          "cola",
          "mmvp-vlm",
          "whatsup-a",
          "whatsup-b",
          "whatsup-coco",
          "whatsup-vg",
          "vl-checklist",
          "crepe-productivity",
          "crepe-systematicity");

  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .addModule(new Jdk8Module())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private SuiteReader() {}

  /** Returns whether a suite's name is that of a description, whose files lie elsewhere. */
  public static boolean isDescription(String suite) {
    return NAMES.contains(suite) || suite.matches("(?i).*\\.ya?ml");
  }

  /** Returns a description that Falcon ships, or a user's. */
  public static SuiteDescription description(String suite) {
    return NAMES.contains(suite) || suite.equals(SceneSuite.NAME) || suite.equals(SceneSuite.BOTH)
        ? Resources.read(
            SuiteReader.class,
            "/dev/falcon/eval/suites/" + suite + ".yaml",
            bytes -> MAPPER.readValue(bytes, SuiteDescription.class))
        : read(Path.of(suite));
  }

  private static SuiteDescription read(Path file) {
    try {
      return MAPPER.readValue(Files.readAllBytes(file), SuiteDescription.class);
    } catch (JsonMappingException e) {
      String reason =
          e.getCause() instanceof RequestException request ? request.getMessage() : Json.reason(e);
      throw new RequestException(file + ": " + reason, e);
    } catch (JsonProcessingException e) {
      String line = e.getLocation() == null ? "?" : Integer.toString(e.getLocation().getLineNr());
      throw new RequestException(file + ": not YAML at line " + line + ": " + Json.reason(e), e);
    } catch (IOException e) {
      throw new RequestException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a suite.
   *
   * @param suite the name of a description, its file, or a table
   * @param data the folder of the described files; empty for a table
   * @param subset the column that names subsets; by default, the described one, or one of that name
   * @throws RequestException if there is no such suite, or its columns are of no known form
   * @throws FalconException if a file cannot be read, or no item is left
   */
  public static CompositionalSuite read(
      String suite, Optional<Path> data, Optional<String> subset) {
    if (isDescription(suite)) {
      SuiteDescription description = description(suite);
      Path folder =
          data.orElseThrow(
              () ->
                  new RequestException(
                      description.name()
                          + ": name the folder of its files; they are found at "
                          + description.source()));
      return suite(description, folder, description.files(), subset);
    }
    Path table = Path.of(suite);
    if (!Folders.isFile(table)) {
      throw new RequestException(
          suite
              + ": is no file, and no suite that Falcon describes; these are "
              + String.join(", ", NAMES));
    }
    String file = table.getFileName().toString();
    return suite(
        MAPPER.convertValue(
            Map.of("name", file.replaceFirst("\\.[^.]*$", "")), SuiteDescription.class),
        table.resolveSibling(""),
        Map.of(SuiteDescription.ALL, List.of(file)),
        subset);
  }

  private static CompositionalSuite suite(
      SuiteDescription description,
      Path folder,
      Map<String, List<String>> files,
      Optional<String> subset) {
    SuiteBuilder builder = new SuiteBuilder(description);
    Map<String, Path> all = new LinkedHashMap<>();
    List<ImageTable> images = new ArrayList<>();
    files.forEach(
        (key, names) -> {
          for (String name : names) {
            Path file = folder.resolve(name);
            SuiteColumns columns =
                description
                    .columns()
                    .orElseGet(
                        () ->
                            SuiteColumns.recognised(
                                file.toString(), SuiteRows.columns(file), subset));
            List<ImageTable> inTable = SuiteRows.images(file, columns.images());
            images.addAll(inTable);
            List<SuiteRow> rows = rows(description, file, columns, inTable);
            if (names.size() > 1) { // whose rows have the same names
              String stem = file.getFileName().toString().replaceFirst("\\.[^.]*$", "/");
              rows =
                  rows.stream()
                      .map(row -> new SuiteRow(row.file(), stem + row.key(), row.node()))
                      .toList();
            }
            add(builder, description, key.equals(SuiteDescription.ALL) ? "" : key, rows, columns);
            all.put(name, file);
          }
        });
    CompositionalSuite suite = builder.build(images, all);
    if (suite.items().isEmpty()) {
      String first = suite.rejects().isEmpty() ? "" : "; " + suite.rejects().get(0).reason();
      throw new FalconException(
          all.values().iterator().next() + ": holds no item that can be judged" + first);
    }
    return suite;
  }

  private static void add(
      SuiteBuilder builder,
      SuiteDescription description,
      String key,
      List<SuiteRow> rows,
      SuiteColumns columns) {
    for (int i = 0; i < rows.size(); i++) {
      builder.add(rows.get(i), description.subset(key, i), columns);
    }
  }

  /** Returns a file's rows, of which several may be joined. */
  private static List<SuiteRow> rows(
      SuiteDescription description, Path file, SuiteColumns columns, List<ImageTable> images) {
    int together = description.rowsPerItem();
    Set<String> read =
        new LinkedHashSet<>(together == 1 ? columns.read() : SuiteRows.columns(file));
    description.filters().forEach(filter -> read.add(filter.column()));
    List<SuiteRow> rows = SuiteRows.read(file, read, images);
    if (together == 1) {
      return rows;
    }
    List<SuiteRow> joined = new ArrayList<>();
    for (int i = 0; i + together <= rows.size(); i += together) {
      ObjectNode cells = Json.mapper().createObjectNode();
      for (int j = 0; j < together; j++) {
        cells.set(Integer.toString(j), rows.get(i + j).node());
      }
      joined.add(new SuiteRow(rows.get(i).file(), rows.get(i).key(), cells));
    }
    return joined;
  }
}
