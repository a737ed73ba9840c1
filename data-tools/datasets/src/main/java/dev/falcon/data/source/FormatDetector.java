// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.internal.source.SeekableText;
import dev.falcon.data.internal.source.TarHeader;
import dev.falcon.data.sample.DatasetFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Detects a dataset's layout, by its content if possible and otherwise by names. */
final class FormatDetector {
  private FormatDetector() {}

  static DatasetFormat detect(Path path) {
    try {
      return Folders.isFolder(path) ? ofFolder(path) : ofFile(path);
    } catch (JsonProcessingException e) {
      throw new FalconException(path + ": cannot be read: " + Json.reason(e), e);
    } catch (IOException e) {
      throw new FalconException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static DatasetFormat ofFolder(Path folder) {
    DatasetFolder found = new DatasetFolder(folder);
    if (!found.tars().isEmpty()) {
      return DatasetFormat.WEBDATASET;
    }
    if (!found.parquets().isEmpty()) {
      return DatasetFormat.PARQUET;
    }
    if (!found.arrows().isEmpty()) {
      return DatasetFormat.ARROW;
    }
    Optional<Path> table = found.table();
    if (table.isPresent()) {
      return lowerCaseName(table.get()).endsWith(".csv") ? DatasetFormat.CSV : DatasetFormat.JSON;
    }
    found.requireData();
    return DatasetFormat.FOLDER;
  }

  private static DatasetFormat ofFile(Path file) throws IOException {
    byte[] head;
    try (InputStream input = SeekableText.of(file).open(0)) {
      head = input.readNBytes(TarHeader.BYTES);
    }
    String name = lowerCaseName(file).replaceFirst("(?<!\\.tar)\\.gz$", "");
    String mark = new String(head, 0, Math.min(6, head.length), StandardCharsets.ISO_8859_1);
    if (mark.startsWith("PAR1") || mark.startsWith("PARE")) {
      return DatasetFormat.PARQUET;
    }
    if (mark.equals("ARROW1") || mark.startsWith("\u00ff\u00ff\u00ff\u00ff")) {
      return DatasetFormat.ARROW;
    }
    if (isTarName(name) || (head.length == TarHeader.BYTES && new TarHeader(head).isSound())) {
      return DatasetFormat.WEBDATASET;
    }
    if (name.endsWith(".csv") || name.endsWith(".tsv")) {
      return DatasetFormat.CSV;
    }
    String text = withoutMark(new String(head, StandardCharsets.UTF_8)).stripLeading();
    if (text.isEmpty() && head.length < TarHeader.BYTES) {
      throw new FalconException(file + ": is empty");
    }
    if (text.startsWith("[")) {
      return DatasetFormat.JSON;
    }
    if (text.startsWith("{")) {
      return ofJsonObject(file);
    }
    throw new FalconException(
        file
            + ": is in no layout that is known here (tar, Parquet, Arrow, JSON, .csv, .tsv, or a folder);"
            + " if it is one of these, name its layout");
  }

  /**
   * Distinguishes COCO, whose file has a list of annotations, from Karpathy's splits, whose images
   * contain their sentences.
   */
  private static DatasetFormat ofJsonObject(Path file) throws IOException {
    boolean hasImages = false;
    // Invalid bytes are replaced here; rows that contain them are rejected when they are read.
    try (Reader text =
            new BufferedReader(
                new InputStreamReader(SeekableText.of(file).open(0), StandardCharsets.UTF_8));
        JsonParser parser = Json.lenientParser(text)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        if (field.equals("annotations")) {
          return DatasetFormat.COCO;
        }
        hasImages |= field.equals("images");
        parser.nextToken();
        parser.skipChildren();
      }
    }
    return hasImages ? DatasetFormat.KARPATHY : DatasetFormat.JSON;
  }

  /** Returns a text without the byte order mark with which Windows editors begin a file. */
  private static String withoutMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static boolean isTarName(String name) {
    return name.endsWith(".tar") || name.endsWith(".tgz") || name.endsWith(".tar.gz");
  }

  private static String lowerCaseName(Path path) {
    return path.getFileName().toString().toLowerCase(Locale.ROOT);
  }
}
