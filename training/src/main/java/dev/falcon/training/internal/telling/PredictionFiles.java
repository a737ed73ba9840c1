package dev.falcon.training.internal.telling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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
  private final OutputStream lines;

  private PredictionFiles(Path target, String asked, String idName, String textName) {
    this.target = target;
    this.begun = begun(target);
    this.idName = idName;
    this.textName = textName;
    if (Files.exists(begun)) {
      read(asked);
    } else {
      AtomicFile.write(begun, asked + "\n");
    }
    try {
      // Unbuffered: what could not be written is not tried again when it is closed.
      this.lines = Files.newOutputStream(begun, StandardOpenOption.APPEND);
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
    Path begun = begun(target);
    if (Files.exists(target)) {
      Folders.remove(begun); // of a run that was stopped before it could
      if (!overwrite) {
        throw new FalconException(target + ": is there already; --overwrite replaces it");
      }
      Folders.remove(target);
    } else if (overwrite && Files.exists(begun) && !isOf(wholeLines(begun), asked)) {
      Folders.remove(begun);
    }
    return new PredictionFiles(target, asked, idName, textName);
  }

  private static boolean isOf(List<String> lines, String asked) {
    return !lines.isEmpty() && lines.get(0).equals(asked);
  }

  /** The lines of a file but for the last, where a run that was killed has left half of it. */
  private static List<String> wholeLines(Path file) {
    try {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private void read(String asked) {
    List<String> whole = wholeLines(begun);
    if (!isOf(whole, asked)) {
      throw new FalconException(
          begun + ": was begun with another model, prompt, search or data; --overwrite drops it");
    }
    for (String line : whole.subList(1, whole.size())) {
      JsonNode prediction = prediction(line);
      all.add(prediction);
      ids.add(prediction.get(idName).asText());
    }
    AtomicFile.write(begun, String.join("\n", whole) + "\n");
  }

  private JsonNode prediction(String line) {
    try {
      JsonNode prediction = Json.mapper().readTree(line);
      if (prediction.hasNonNull(idName)) {
        return prediction;
      }
      throw new FalconException(begun + ": has no " + idName + " in " + line + "; remove the file");
    } catch (IOException e) {
      throw new FalconException(begun + ": is no JSON: " + line + "; remove the file", e);
    }
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
      lines.write((Json.line(prediction) + '\n').getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new FalconException(begun + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Writes the file; nothing is left beside it. */
  public void finish() {
    Json.write(target, all);
    FileReads.close(begun, lines);
    Folders.remove(begun);
  }

  /** What was begun stays for a later run, where there is anything. */
  @Override
  public void close() {
    FileReads.close(begun, lines);
    if (all.isEmpty()) {
      Folders.remove(begun);
    }
  }
}
