package dev.falcon.data.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An output of Falcon's with the record of how it was made.
 *
 * @param output the file or folder
 * @param record the JSON file that holds the provenance: {@code FILE.json} beside a file, and in a
 *     folder the file that is written last
 * @param content of that file
 * @param provenance how the output was made
 */
public record RecordedOutput(Path output, Path record, JsonNode content, Provenance provenance) {
  private static final List<String> RECORDS =
      List.of(
          "plan.json",
          "store.json",
          "audit.json",
          "run.json",
          "retrieval.json",
          "conversion.json",
          "scenes.json",
          "comparison.json",
          "training.json",
          "falcon.json");

  private static final String METADATA = "falcon.provenance";

  /**
   * Reads the record of an output.
   *
   * @throws RequestException where there is no output, or none that has a record
   */
  public static RecordedOutput open(Path output) {
    if (!Files.exists(output)) {
      throw new RequestException(output + ": is not there");
    }
    List<Path> records =
        Files.isDirectory(output)
            ? RECORDS.stream().map(output::resolve).toList()
            : List.of(output.resolveSibling(output.getFileName() + ".json"), output);
    for (Path record : records) {
      if (Files.isRegularFile(record) && record.toString().endsWith(".json")) {
        JsonNode content = Json.readTree(record);
        if (content.path("provenance").isObject()) {
          return new RecordedOutput(output, record, content, provenance(record, content));
        }
      }
    }
    throw new RequestException(
        output
            + ": has no record of how it was made; it would be in "
            + (Files.isDirectory(output)
                ? "its " + String.join(", ", RECORDS.subList(0, RECORDS.size() - 1))
                : records.get(0).toString()));
  }

  private static Provenance provenance(Path record, JsonNode content) {
    try {
      Provenance read = Json.mapper().treeToValue(content.path("provenance"), Provenance.class);
      if (Stream.of(read.falconVersion(), read.commit(), read.command())
          .anyMatch(Objects::isNull)) {
        throw new FalconException(record + ": its provenance lacks the version or the command");
      }
      return read;
    } catch (JsonProcessingException | RuntimeException e) {
      if (e instanceof FalconException known) {
        throw known;
      }
      throw new FalconException(record + ": its provenance is damaged: " + firstLine(e), e);
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  /** The output's name in reports, such as {@code falcon_batch_plan}. */
  public String kind() {
    return content.path("format").asText(provenance.command());
  }

  /** The output's own files that the record has digests of: shards of a store, parts of a plan. */
  public List<FileFinding> ownFiles(InputSearch search) {
    List<FileFinding> found = new ArrayList<>();
    for (JsonNode part : content.path("parts")) {
      found.add(part(part));
    }
    for (JsonNode shard : content.path("shards")) {
      for (JsonNode file : shard.path("files")) {
        found.add(
            search.check(
                output,
                new Provenance.Input(
                    file.path("name").asText(),
                    file.path("bytes").asLong(),
                    file.path("sha256").asText())));
      }
    }
    return found;
  }

  private FileFinding part(JsonNode part) {
    String name = part.path("file").asText();
    String sha256 = part.path("sha256").asText();
    Path file = output.resolve(name);
    if (!Files.isRegularFile(file)) {
      return FileFinding.differs(new Provenance.Input(name, -1, sha256), List.of());
    }
    Provenance.Input is = Provenance.Input.of(name, file);
    return is.sha256().equals(sha256)
        ? FileFinding.holds(is, Optional.of(file.toString()))
        : FileFinding.differs(new Provenance.Input(name, -1, sha256), List.of(file.toString()));
  }

  /**
   * Contradictions between the output and its record: tables also keep the provenance in their
   * metadata, which reveals an edited sidecar.
   *
   * @return one line per contradiction
   */
  public List<String> contradictions() {
    List<String> lines = new ArrayList<>();
    if (Files.isDirectory(output) || output.equals(record)) {
      return lines;
    }
    Optional<TableFormat> format = format();
    if (format.isEmpty()
        || (format.get() != TableFormat.PARQUET && format.get() != TableFormat.ARROW)) {
      return lines;
    }
    try (TableReader table = TableReader.open(output, format.get())) {
      String kept = table.metadata().get(METADATA);
      if (kept == null) {
        lines.add(output + ": holds no provenance, and " + record + " does");
      } else if (!kept.equals(Json.line(provenance))) {
        lines.add(
            record + ": was changed: " + output + " holds another provenance in its metadata");
      }
      long rows = content.path("summary").path("samples").asLong(-1);
      if (kind().equals("falcon_batch_plan") && rows >= 0 && table.rows() != rows) {
        lines.add(output + ": has " + table.rows() + " rows, and " + record + " counts " + rows);
      }
    }
    return lines;
  }

  private Optional<TableFormat> format() {
    try {
      return Optional.of(TableFormat.ofFile(output));
    } catch (RequestException e) {
      return Optional.empty();
    }
  }
}
