// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.work.OutputKind;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One of Falcon's outputs, with the record of how it was made.
 *
 * @param output the file or folder
 * @param record the JSON file that holds the provenance: {@code FILE.json} beside a file; in a
 *     folder, the file that is written last; for a single file of such a folder, the folder's
 *     record
 * @param content the content of the record
 * @param provenance how the output was made
 */
public record RecordedOutput(Path output, Path record, JsonNode content, Provenance provenance) {
  /**
   * The name of the record in a folder whose other files have their own formats, such as a model's.
   */
  public static final String PROVENANCE = "provenance.json";

  /** The maximum number of levels between a file and the folder whose record lists it. */
  private static final int MOST_ABOVE = 3;

  private static final List<String> RECORDS =
      List.of(
          "plan.json",
          "store.json",
          "audit.json",
          "run.json",
          "retrieval.json",
          "conversion.json",
          "text-retrieval.json",
          "suite.json",
          "scenes.json",
          "comparison.json",
          PROVENANCE,
          "config.json"); // of models that have no record of their own

  private static final String METADATA = "falcon.provenance";

  /**
   * Reads the record of an output.
   *
   * @throws RequestException if there is no such output, or it has no record
   */
  public static RecordedOutput open(Path output) {
    if (!Folders.exists(output)) {
      throw new RequestException(output + ": is not there");
    }
    List<Path> records =
        Folders.isFolder(output)
            ? RECORDS.stream().map(output::resolve).toList()
            : List.of(output.resolveSibling(output.getFileName() + ".json"), output);
    for (Path record : records) {
      Optional<RecordedOutput> recorded = read(output, record);
      if (recorded.isPresent()) {
        return recorded.get();
      }
    }
    Optional<RecordedOutput> listed = listedAbove(output);
    if (listed.isPresent()) {
      return listed.get();
    }
    Optional<String> kept =
        Folders.isFile(output)
            ? selfDescribing(output).flatMap(format -> metadata(output, format))
            : Optional.empty();
    if (kept.isPresent()) {
      JsonNode content = Json.parse(output, "{\"provenance\":" + kept.get() + "}");
      return new RecordedOutput(output, output, content, provenance(output, content));
    }
    throw new RequestException(
        output
            + ": has no record of how it was made; it would be in "
            + (Folders.isFolder(output)
                ? "its " + String.join(", ", RECORDS.subList(0, RECORDS.size() - 1))
                : records.get(0).toString()));
  }

  private static Optional<RecordedOutput> read(Path output, Path record) {
    if (!Folders.isFile(record) || !record.toString().endsWith(".json")) {
      return Optional.empty();
    }
    JsonNode content = Json.readTree(record);
    if (!content.path("provenance").isObject()) {
      return Optional.empty();
    }
    Provenance provenance = provenance(record, content);
    content.path("parts").forEach(part -> requireName(record, part.path("file").asText()));
    content.path("shards").forEach(shard -> requireName(record, shard.path("name").asText("-")));
    content
        .findValues("files")
        .forEach(files -> files.forEach(file -> requireName(record, file.path("name").asText())));
    return Optional.of(new RecordedOutput(output, record, content, provenance));
  }

  /** Returns the record of a folder above a file, such as a run's above its checkpoints. */
  private static Optional<RecordedOutput> listedAbove(Path file) {
    Path folder = Folders.isFile(file) ? file.toAbsolutePath().getParent() : null;
    for (int above = 0; folder != null && above < MOST_ABOVE; above++) {
      for (String name : RECORDS) {
        // Files of other tools may have such names.
        if (OutputKind.says(folder.resolve(name), "/provenance/falcon_version", "")) {
          Optional<RecordedOutput> recorded = read(file, folder.resolve(name));
          if (recorded.isPresent() && recorded.get().entry().isPresent()) {
            return recorded;
          }
        }
      }
      folder = folder.getParent();
    }
    return Optional.empty();
  }

  /** Returns the output's entry in the record of a folder above it, if there is one. */
  Optional<Provenance.Input> entry() {
    Path above = record.toAbsolutePath().getParent();
    Path file = output.toAbsolutePath();
    if (Folders.isFolder(output) || !file.startsWith(above) || file.equals(record)) {
      return Optional.empty();
    }
    String name = above.relativize(file).toString().replace('\\', '/');
    for (JsonNode each : content.path("files")) {
      if (each.path("name").asText().equals(name)) {
        return Optional.of(recorded(each));
      }
    }
    return Optional.empty();
  }

  /** Returns a file's entry in a record. */
  static Provenance.Input recorded(JsonNode file) {
    return new Provenance.Input(
        file.path("name").asText(), file.path("bytes").asLong(), file.path("sha256").asText());
  }

  /**
   * Returns whether the record lies beside the output, which is a file, or is the output itself.
   */
  public boolean isBeside() {
    return record.equals(output)
        || output.resolveSibling(output.getFileName() + ".json").equals(record);
  }

  private static Optional<String> metadata(Path file, TableFormat format) {
    try (TableReader table = TableReader.open(file, format)) {
      return Optional.ofNullable(table.metadata().get(METADATA));
    }
  }

  private static Provenance provenance(Path record, JsonNode content) {
    try {
      Provenance read = Json.mapper().treeToValue(content.path("provenance"), Provenance.class);
      if (Stream.of(read.falconVersion(), read.commit(), read.command())
          .anyMatch(Objects::isNull)) {
        throw new FalconException(record + ": its provenance lacks the version or the command");
      }
      for (Provenance.Input input : read.inputs()) {
        requireName(record, input.name());
        if (input.sha256() == null) {
          throw new FalconException(
              record + ": its provenance lacks the digest of '" + input.name() + "'");
        }
      }
      return EarlierRecords.withRoles(read);
    } catch (JsonProcessingException | RuntimeException e) {
      if (e instanceof FalconException known) {
        throw known;
      }
      throw new FalconException(record + ": its provenance is damaged: " + firstLine(e), e);
    }
  }

  /** Refuses a name that no file can have, or that leads out of the output's folder. */
  private static void requireName(Path record, String name) {
    try {
      if (name != null && Path.of(name).getFileName() != null) {
        Path path = Path.of(name);
        if (path.isAbsolute() || path.startsWith("..") || path.normalize().startsWith("..")) {
          throw new FalconException(
              record + ": names a file '" + name + "', which must lie in the output's folder");
        }
        return;
      }
    } catch (InvalidPathException e) {
      throw noName(record, name, e);
    }
    throw noName(record, name, null);
  }

  private static FalconException noName(Path record, String name, Exception cause) {
    return new FalconException(
        record + ": names a file '" + name + "', which is not a valid file name", cause);
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  /** Returns the output's name in reports, such as {@code falcon_batch_plan}. */
  public String kind() {
    return content.path("format").asText(provenance.command());
  }

  /**
   * Returns contradictions between the output and its record. A record holds a digest of itself,
   * and tables also keep the provenance in their metadata; both reveal an edit.
   *
   * @return one line per contradiction
   */
  public List<String> contradictions() {
    List<String> lines = new ArrayList<>();
    for (JsonNode part : content.path("parts")) {
      contradictions(output.resolve(part.path("file").asText()), lines);
    }
    if (isBeside() && !output.equals(record)) {
      contradictions(output, lines);
    }
    if (record.toString().endsWith(".json") && RecordFile.isEdited(record)) {
      lines.add(record + ": was changed after it was written");
    }
    return lines;
  }

  private void contradictions(Path file, List<String> lines) {
    Optional<TableFormat> format = selfDescribing(file);
    if (format.isEmpty() || !Folders.isFile(file)) {
      return; // a missing file is reported as such
    }
    try (TableReader table = TableReader.open(file, format.get())) {
      String kept = table.metadata().get(METADATA);
      if (kept == null) {
        lines.add(file + ": holds no provenance, and " + record + " does");
      } else if (!kept.equals(Json.line(provenance))) {
        lines.add(record + ": was changed: " + file + " holds another provenance in its metadata");
      }
      long rows = content.path("summary").path("samples").asLong(-1);
      boolean whole = file.equals(output) && kind().equals("falcon_batch_plan");
      if (whole && rows >= 0 && table.rows() >= 0 && table.rows() != rows) {
        lines.add(file + ": has " + table.rows() + " rows, and " + record + " counts " + rows);
      }
    } catch (FalconException e) {
      lines.add(e.getMessage()); // a damaged table, which names its file
    }
  }

  /** Returns the format of a table that keeps its provenance in its metadata. */
  private static Optional<TableFormat> selfDescribing(Path file) {
    try {
      TableFormat format = TableFormat.ofFile(file);
      return format == TableFormat.PARQUET || format == TableFormat.ARROW
          ? Optional.of(format)
          : Optional.empty();
    } catch (RequestException e) {
      return Optional.empty();
    }
  }
}
