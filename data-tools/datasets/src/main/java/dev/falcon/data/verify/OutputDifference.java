// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.work.FolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The comparison of an output with another that the same command has made again: every byte of
 * every file is compared.
 *
 * @param other the output that was made again
 * @param files the number of compared files
 * @param difference the first difference, by row and column of a table or by field of a JSON file
 *     where it is one; empty where all files are equal
 */
@JsonPropertyOrder({"other", "files", "difference"})
public record OutputDifference(String other, int files, Optional<String> difference) {
  /** Files that differ between equal runs: timings, and the lock of a folder in use. */
  private static final Set<String> UNCOMPARED = Set.of("timing.json", FolderLock.FILE_NAME);

  /**
   * Compares two outputs.
   *
   * @throws RequestException if one is a file and the other a folder, or both are the same
   */
  public static OutputDifference of(RecordedOutput recorded, RecordedOutput made) {
    return of(recorded, made, false);
  }

  /**
   * Compares an output with one of the same name. The record beside a file is compared, too; it
   * would differ if the names did.
   */
  public static OutputDifference withRecord(RecordedOutput recorded, RecordedOutput made) {
    return of(recorded, made, true);
  }

  /**
   * Compares a store with one that other versions of the libraries computed: its keys, and its
   * vectors within the tolerance.
   */
  public static OutputDifference ofVectors(RecordedOutput recorded, RecordedOutput made) {
    return new OutputDifference(
        made.output().toString(), 1, StoreDifference.first(recorded.output(), made.output()));
  }

  /** Returns the greatest difference of two values of vectors that count as the same. */
  public static double tolerance(RecordedOutput store) {
    return StoreDifference.tolerance(EmbeddingStore.openAnySide(store.output()).vectorType());
  }

  private static OutputDifference of(
      RecordedOutput recorded, RecordedOutput made, boolean withRecord) {
    Path output = recorded.output();
    Path other = made.output();
    try {
      if (Files.isSameFile(output, other)) {
        throw new RequestException(other + ": is the output itself; name one that was made again");
      }
    } catch (IOException e) {
      throw new FalconException(other + ": cannot be read: " + e.getMessage(), e);
    }
    if (Folders.isFolder(output) != Folders.isFolder(other)) {
      throw new RequestException(other + ": " + output + " is a folder, or this is, and not both");
    }
    Optional<String> request = request(recorded.provenance(), made.provenance());
    if (request.isPresent()) {
      return new OutputDifference(other.toString(), 0, request);
    }
    if (!Folders.isFolder(output)) {
      Optional<String> difference = difference(output, other, "");
      boolean both = withRecord && !recorded.record().equals(output);
      if (both && difference.isEmpty()) {
        difference = difference(recorded.record(), made.record(), recorded.record() + ": ");
      }
      return new OutputDifference(other.toString(), both ? 2 : 1, difference);
    }
    Set<String> names = names(output);
    names.addAll(names(other));
    // A record holds the digests of the other files, whose own differences say more, so it comes
    // last.
    List<String> ordered = new ArrayList<>(names);
    ordered.sort(Comparator.comparing(name -> name.endsWith(".json")));
    int files = 0;
    for (String name : ordered) {
      Optional<String> difference =
          difference(output.resolve(name), other.resolve(name), name + ": ");
      files++;
      if (difference.isPresent()) {
        return new OutputDifference(other.toString(), files, difference);
      }
    }
    return new OutputDifference(other.toString(), files, Optional.empty());
  }

  /** Returns the first difference in the command, the seed or the options. */
  public static Optional<String> request(Provenance recorded, Provenance made) {
    if (!recorded.command().equals(made.command())) {
      return Optional.of("made by " + recorded.command() + ", made again by " + made.command());
    }
    if (recorded.seed() != made.seed()) {
      return Optional.of("made with seed " + recorded.seed() + ", made again with " + made.seed());
    }
    Set<String> options = new TreeSet<>(recorded.options().keySet());
    options.addAll(made.options().keySet());
    for (String option : options) {
      Object is = recorded.options().get(option);
      Object again = made.options().get(option);
      if (!Objects.equals(String.valueOf(is), String.valueOf(again))) {
        return Optional.of("made with " + option + " " + is + ", made again with " + again);
      }
    }
    return Optional.empty();
  }

  private static Set<String> names(Path folder) {
    Set<String> names = new TreeSet<>();
    for (Path file : Folders.files(folder)) {
      if (!UNCOMPARED.contains(file.getFileName().toString())) {
        names.add(folder.relativize(file).toString());
      }
    }
    return names;
  }

  private static Optional<String> difference(Path output, Path other, String name) {
    if (!Folders.exists(output)) {
      return Optional.of(name + "is there only when it is made again");
    }
    if (!Folders.exists(other)) {
      return Optional.of(name + "is not there when it is made again");
    }
    long at;
    try {
      at = Files.mismatch(output, other);
    } catch (IOException e) {
      throw new FalconException(other + ": cannot be compared: " + e.getMessage(), e);
    }
    if (at < 0) {
      return Optional.empty();
    }
    Optional<String> words =
        output.toString().endsWith(".json")
            ? json(Json.readTree(output), Json.readTree(other), "")
            : isTable(output) ? rows(output, other) : Optional.empty();
    return Optional.of(name + words.orElse("differs from byte " + at + " on"));
  }

  private static boolean isTable(Path file) {
    try {
      TableFormat.ofFile(file);
      return true;
    } catch (RequestException e) {
      return false;
    }
  }

  private static Optional<String> rows(Path output, Path other) {
    try (TableReader is = TableReader.open(output);
        TableReader made = TableReader.open(other)) {
      if (!is.columns().equals(made.columns())) {
        return Optional.of("has columns " + is.columns() + ", made again " + made.columns());
      }
      List<TableSchema.Column> columns =
          is.columns().stream()
              .map(name -> new TableSchema.Column(name, is.naturalType(name), true))
              .toList();
      return new TableDifference(is, new TableSchema(columns), 1, RowRanges.all()).first(made);
    } catch (FalconException e) {
      return Optional
          .empty(); // not one of Falcon's tables, such as a store's shard: its bytes are compared
    }
  }

  private static Optional<String> json(JsonNode is, JsonNode made, String place) {
    if (is.isObject() && made.isObject()) {
      Set<String> names = new TreeSet<>();
      for (JsonNode node : List.of(is, made)) {
        node.properties().forEach(field -> names.add(field.getKey()));
      }
      // The digest of the record follows from the other fields, whose own differences say more, so
      // it is skipped.
      return names.stream()
          .sorted(Comparator.comparing(RecordFile.DIGEST::equals))
          .flatMap(name -> json(is.path(name), made.path(name), place + "/" + name).stream())
          .findFirst();
    }
    if (is.isArray() && made.isArray() && is.size() == made.size()) {
      for (int i = 0; i < is.size(); i++) {
        Optional<String> difference = json(is.get(i), made.get(i), place + "/" + i);
        if (difference.isPresent()) {
          return difference;
        }
      }
      return Optional.empty();
    }
    return is.equals(made)
        ? Optional.empty()
        : Optional.of(place + " is " + brief(is) + ", made again " + brief(made));
  }

  private static String brief(JsonNode node) {
    return node.isMissingNode()
        ? "absent"
        : node.isContainerNode() ? "of " + node.size() + " entries" : node.toString();
  }
}
