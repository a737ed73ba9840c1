package dev.falcon.training.internal.telling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Predictions in the form of COCO's captions or of VQA's answers. While they are made they lie line
 * by line in a file beside the one that they become, behind a line that says what was asked.
 */
public final class PredictionFiles implements AutoCloseable {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  private final Path target;
  private final Path begun;
  private final List<JsonNode> all = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private final String idName;
  private final String textName;
  private final BufferedWriter writer;

  private PredictionFiles(Path target, String asked, String idName, String textName) {
    this.target = target;
    this.begun = begun(target);
    this.idName = idName;
    this.textName = textName;
    try {
      if (Files.exists(begun)) {
        read(asked);
      } else {
        Files.writeString(begun, asked + "\n");
      }
      this.writer = Files.newBufferedWriter(begun, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new FalconException(begun + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private static Path begun(Path target) {
    return target.resolveSibling(target.getFileName() + ".begun");
  }

  /**
   * Begins, or goes on where the same was asked before.
   *
   * @param asked one line
   * @param overwrite whether what is there is dropped
   * @throws FalconException if the file is there, or was begun otherwise
   */
  public static PredictionFiles open(
      Path target, String asked, String idName, String textName, boolean overwrite) {
    try {
      if (overwrite) {
        Files.deleteIfExists(target);
        String first = Files.exists(begun(target)) ? firstLine(begun(target)) : asked;
        if (!first.equals(asked)) {
          Files.delete(begun(target));
        }
      } else if (Files.exists(target)) {
        throw new FalconException(target + ": is there already; --overwrite replaces it");
      }
    } catch (IOException e) {
      throw new FalconException(target + ": cannot be removed: " + e.getMessage(), e);
    }
    return new PredictionFiles(target, asked, idName, textName);
  }

  private static String firstLine(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    return lines.isEmpty() ? "" : lines.get(0);
  }

  private void read(String asked) throws IOException {
    List<String> lines = Files.readAllLines(begun);
    if (lines.isEmpty() || !lines.get(0).equals(asked)) {
      throw new FalconException(
          begun + ": was begun with another model, prompt, search or data; --overwrite drops it");
    }
    List<String> whole = new ArrayList<>(List.of(asked));
    for (String line : lines.subList(1, lines.size())) {
      // A run that was killed may have left half a line.
      if (!line.endsWith("}")) {
        break;
      }
      JsonNode prediction = Json.mapper().readTree(line);
      all.add(prediction);
      ids.add(prediction.get(idName).asText());
      whole.add(line);
    }
    Files.write(begun, whole);
  }

  /** Whether an image or a question has its text. */
  public boolean has(String id) {
    return ids.contains(id);
  }

  /** How many there are. */
  public long size() {
    return all.size();
  }

  /** Adds a text; an id that is a number is written as one. */
  public void add(String id, String text) {
    ObjectNode prediction = Json.mapper().createObjectNode();
    if (NUMBER.matcher(id).matches()) {
      prediction.put(idName, Long.parseLong(id));
    } else {
      prediction.put(idName, id);
    }
    prediction.put(textName, text);
    all.add(prediction);
    ids.add(id);
    try {
      writer.write(Json.line(prediction));
      writer.write('\n');
      writer.flush();
    } catch (IOException e) {
      throw new FalconException(begun + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Writes the file; nothing is left beside it. */
  public void finish() {
    Json.write(target, all);
    try {
      writer.close();
      Files.delete(begun);
    } catch (IOException e) {
      throw new FalconException(begun + ": cannot be removed: " + e.getMessage(), e);
    }
  }

  /** What was begun stays for a later run, where there is anything. */
  @Override
  public void close() {
    try {
      writer.close();
      if (all.isEmpty()) {
        Files.deleteIfExists(begun);
      }
    } catch (IOException e) {
      throw new FalconException(begun + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}
