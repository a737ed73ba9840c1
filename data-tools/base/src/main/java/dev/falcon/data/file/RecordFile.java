// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JSON file that records how an output was made. Its last field is the digest of the text
 * before it, by which an edit is noticed unless it was hidden on purpose.
 */
public final class RecordFile {
  /** The field with the digest. */
  public static final String DIGEST = "record_sha256";

  private static final String FILES = "files";

  private static final Pattern SEAL =
      Pattern.compile(",\n  \"" + DIGEST + "\" : \"([0-9a-f]{64})\"\n}\n\\z");

  private static final String END = "\n}\n";

  private RecordFile() {}

  /** Writes a record atomically. */
  public static void write(Path record, Object value) {
    AtomicFile.write(record, text(value));
  }

  /**
   * Returns the text of a record.
   *
   * @param value its content, a JSON object with at least one field
   */
  public static String text(Object value) {
    String content = Json.pretty(value);
    String before = content.substring(0, content.length() - END.length());
    return before + ",\n  \"" + DIGEST + "\" : \"" + sha256(before) + "\"" + END;
  }

  /**
   * Returns whether a record was edited after it was written. Records of earlier releases, which
   * have no digest, count as not edited.
   */
  public static boolean isEdited(Path record) {
    return isEdited(bytes(record));
  }

  /** Returns whether a record's text, in UTF-8, was edited after it was written. */
  public static boolean isEdited(byte[] record) {
    String text =
        new String(record, StandardCharsets.UTF_8); // an invalid character counts as an edit
    if (!text.contains('"' + DIGEST + '"')) {
      return false;
    }
    Matcher seal = SEAL.matcher(text);
    return !seal.find() || !sha256(text.substring(0, seal.start())).equals(seal.group(1));
  }

  /**
   * Refuses a record that was edited or damaged after it was written.
   *
   * @param cure the advice at the end of the message
   */
  public static void requireAsWritten(Path record, String cure) {
    if (isEdited(record)) {
      throw notAsWritten(record, cure);
    }
  }

  /**
   * Refuses a record that was edited, or any of whose {@code files} is missing or differs from what
   * was written. A record without that field lists no files.
   *
   * @param cure the advice at the end of the message
   */
  public static void requireFiles(Path record, String cure) {
    requireAsWritten(record, cure);
    Path folder = record.toAbsolutePath().getParent();
    for (JsonNode each : Json.readTree(record).path(FILES)) {
      Path file = folder.resolve(each.path("name").asText());
      if (!Folders.isFile(file)) {
        throw new FalconException(file + ": is missing; " + cure);
      }
      if (!Sha256.of(file).equals(each.path("sha256").asText())) {
        throw notAsWritten(file, cure);
      }
    }
  }

  private static FalconException notAsWritten(Path file, String cure) {
    return new FalconException(file + ": is not as it was written; " + cure);
  }

  private static byte[] bytes(Path record) {
    try {
      return Files.readAllBytes(record);
    } catch (IOException e) {
      throw new FalconException(record + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static String sha256(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes a record whose field {@code files} holds the names, lengths and SHA-256 digests of other
   * files.
   *
   * @param record the file to write
   * @param value its content, a JSON object
   * @param files files below the record's folder; those that do not exist are left out
   */
  public static void write(Path record, Object value, Collection<Path> files) {
    Path folder = record.toAbsolutePath().getParent();
    List<Provenance.Input> digests = new ArrayList<>();
    for (Path file : files) {
      if (Folders.isFile(file)) {
        String name = folder.relativize(file.toAbsolutePath()).toString().replace('\\', '/');
        digests.add(Provenance.Input.of(name, file));
      }
    }
    writeDigested(record, value, digests);
  }

  /**
   * Writes a record whose field {@code files} lists other files that are already digested.
   *
   * @param record the file to write
   * @param value its content, a JSON object
   * @param files the files, with names relative to the record's folder
   */
  public static void writeDigested(Path record, Object value, List<Provenance.Input> files) {
    ObjectNode content = Json.mapper().valueToTree(value);
    content.set(FILES, Json.mapper().valueToTree(files));
    write(record, content);
  }
}
