// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.LineJournal;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.OutputKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes predictions in the format of COCO's captions or of VQA's answers. Until they are complete,
 * they are kept line by line in a file beside the target, whose first line is the request.
 */
public final class PredictionFiles implements AutoCloseable {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  private final Path target;
  private final Path begun;
  private final List<JsonNode> all = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private final String idName;
  private final String textName;
  private final LineJournal lines;

  private PredictionFiles(Path target, String asked, String idName, String textName) {
    this.target = target;
    this.begun = begun(target);
    this.idName = idName;
    this.textName = textName;
    if (Folders.exists(begun)) {
      read(asked);
    } else {
      AtomicFile.write(begun, asked + "\n");
    }
    this.lines = LineJournal.open(begun);
  }

  private static Path begun(Path target) {
    return target.resolveSibling(target.getFileName() + ".begun");
  }

  /**
   * Starts a file, or resumes an equal request.
   *
   * @param asked the request, in one line
   * @param overwrite whether existing predictions are discarded
   * @throws FalconException if the file exists, or was begun by another request
   */
  public static PredictionFiles open(
      Path target, String asked, String idName, String textName, boolean overwrite) {
    Path begun = begun(target);
    if (Folders.exists(target) && !overwrite) {
      Folders.remove(begun); // left by a run that was stopped before it could remove the file
      throw OutputFile.exists(target);
    }
    if (overwrite && Folders.exists(begun) && !isOf(LineJournal.lines(begun), asked)) {
      Folders.remove(begun);
    }
    return new PredictionFiles(target, asked, idName, textName);
  }

  /** Refuses a target if another file is in the place of the unfinished predictions. */
  public static void requirePlace(Path target) {
    Path begun = begun(target);
    if (Folders.exists(begun) && !OutputKind.says(begun, "/prompt", "")) {
      throw new RequestException(
          begun
              + ": has the name of a temporary file of "
              + target
              + " but is another file; name another output");
    }
  }

  /**
   * Removes the unfinished predictions that a run left beside its finished file, if it was stopped
   * before it could remove them. They are kept if their content differs from that of the finished
   * file.
   *
   * @param asked the request, as for {@link #open}
   */
  public static void tidy(Path target, String asked) {
    Path begun = begun(target);
    if (!Folders.isFile(target) || !Folders.isFile(begun)) {
      return;
    }
    List<String> lines = LineJournal.lines(begun);
    if (isOf(lines, asked) && Json.readTree(target).equals(predictions(begun, lines))) {
      Folders.remove(begun);
    }
  }

  private static JsonNode predictions(Path begun, List<String> lines) {
    try {
      return Json.mapper()
          .readTree(lines.stream().skip(1).collect(Collectors.joining(",", "[", "]")));
    } catch (IOException e) {
      throw new FalconException(begun + ": is not JSON: " + e.getMessage(), e);
    }
  }

  private static boolean isOf(List<String> lines, String asked) {
    return !lines.isEmpty() && lines.get(0).equals(asked);
  }

  private void read(String asked) {
    List<String> whole = LineJournal.lines(begun);
    if (!isOf(whole, asked)) {
      throw new FalconException(
          begun + ": was begun with another model, prompt, search or data; overwrite it");
    }
    for (String line : whole.subList(1, whole.size())) {
      JsonNode prediction = prediction(line);
      all.add(prediction);
      ids.add(prediction.get(idName).asText());
    }
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

  /** Returns whether an image or a question has its text. */
  public boolean has(String id) {
    return ids.contains(id);
  }

  /** Returns the number of texts. */
  public long size() {
    return all.size();
  }

  /** Adds a text; a numeric id is written as a number. */
  public void add(String id, String text) {
    ObjectNode prediction = Json.mapper().createObjectNode();
    if (NUMBER.matcher(id).matches()) {
      prediction.put(idName, Long.parseLong(id));
    } else {
      prediction.put(idName, id);
    }
    prediction.put(textName, text);
    lines.add(Json.line(prediction));
    all.add(prediction);
    ids.add(id);
  }

  /** Writes the target and removes the unfinished file. */
  public void finish() {
    Json.write(target, all);
    lines.close();
    Folders.remove(begun);
  }

  /** Keeps unfinished predictions for a later run, if there are any. */
  @Override
  public void close() {
    lines.close();
    if (all.isEmpty()) {
      Folders.remove(begun);
    }
  }
}
