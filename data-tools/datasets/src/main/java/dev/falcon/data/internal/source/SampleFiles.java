// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.falcon.data.ImageTypes;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.CaptionLines;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SourceOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Builds a sample from the files that share a key: those of a tar or of a folder. */
final class SampleFiles {
  /** The maximum size of a text file; parsed text takes many times its length. */
  private static final int MAX_TEXT_BYTES = 16 << 20;

  private final ColumnNames columns;
  private final CaptionLines captionLines;

  public SampleFiles(SourceOptions options) {
    this.columns = options.columns();
    this.captionLines = options.captionLines();
  }

  /**
   * @param files the contents by lower-case suffix
   * @throws BrokenRowException if a file with a meaning cannot be read
   */
  public Sample sample(String key, Map<String, byte[]> files) throws BrokenRowException {
    Optional<String> imageSuffix = imageSuffix(files);
    SampleFields fields =
        new SampleFields(json(files.get("json")), columns, imageSuffix.isPresent());
    Optional<byte[]> image = imageSuffix.map(files::get);
    if (image.isPresent() && image.get().length == 0) {
      throw new BrokenRowException("the image '" + imageSuffix.get() + "' has no bytes");
    }
    Optional<String> labelSuffix = firstPresent(columns.label(), files);
    OptionalInt label =
        labelSuffix.isEmpty() ? fields.label() : label(files.get(labelSuffix.get()));
    List<String> captions = captions(files, fields);
    boolean pair = image.isPresent() && captions.isEmpty();
    return new Sample(key, image, captions, fields.imageId(), label, fields.metadata(), files)
        .withPositiveImage(pair ? positiveImage(files) : Optional.empty());
  }

  /**
   * Returns the names that parts of a sample may have: the suffixes of its files, without the type
   * of a picture, and the fields of its {@code .json}.
   */
  static Set<String> columns(Map<String, byte[]> files) {
    Set<String> names = new TreeSet<>(files.keySet());
    for (String suffix : files.keySet()) {
      int dot = suffix.lastIndexOf('.');
      if (dot > 0 && ImageTypes.isImageSuffix(suffix.substring(dot + 1))) {
        names.add(suffix.substring(0, dot));
      }
    }
    try {
      json(files.get("json")).fieldNames().forEachRemaining(names::add);
    } catch (BrokenRowException e) {
      throw new IllegalStateException("the sample was read", e);
    }
    return names;
  }

  /** Returns the second image of a pair, such as {@code positive_image.jpg}. */
  private Optional<byte[]> positiveImage(Map<String, byte[]> files) throws BrokenRowException {
    for (String name : columns.positiveImage()) {
      Optional<String> suffix =
          firstPresent(List.of(name), files)
              .or(
                  () ->
                      ImageTypes.suffixes().stream()
                          .map(type -> name + '.' + type)
                          .filter(files::containsKey)
                          .findFirst());
      if (suffix.isPresent()) {
        byte[] bytes = files.get(suffix.get());
        if (bytes.length == 0) {
          throw new BrokenRowException("the image '" + suffix.get() + "' has no bytes");
        }
        return Optional.of(bytes);
      }
    }
    return Optional.empty();
  }

  /** Returns the suffix of the image file. */
  public Optional<String> imageSuffix(Map<String, byte[]> files) {
    return firstPresent(columns.image(), files);
  }

  private List<String> captions(Map<String, byte[]> files, SampleFields fields)
      throws BrokenRowException {
    for (String name : columns.caption()) {
      if (files.containsKey(name)) {
        String what = "the caption file '" + name + "'";
        String text = Utf8.decodeFile(bounded(files.get(name), what), what);
        return CaptionFile.captions(text, captionLines, fields.captionList());
      }
      if (fields.firstName(List.of(name)).isPresent()) {
        return fields.captions();
      }
    }
    return List.of();
  }

  private static OptionalInt label(byte[] bytes) throws BrokenRowException {
    String text = new String(bytes, StandardCharsets.ISO_8859_1).strip();
    try {
      return OptionalInt.of(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw new BrokenRowException(
          "the label '"
              + (text.length() > 20 ? text.substring(0, 20) + "…" : text)
              + "' is not a whole number");
    }
  }

  private static JsonNode json(byte[] bytes) throws BrokenRowException {
    if (bytes == null) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      JsonNode tree =
          Json.mapper().readTree(Utf8.decodeFile(bounded(bytes, "the .json"), "the .json"));
      if (!tree.isObject()) {
        throw new BrokenRowException("the .json is not an object: " + tree.getNodeType());
      }
      SampleFields.requireCharacters(tree, "the .json");
      return tree;
    } catch (JsonProcessingException e) {
      throw new BrokenRowException("the .json cannot be parsed: " + Json.reason(e));
    }
  }

  private static byte[] bounded(byte[] text, String what) throws BrokenRowException {
    if (text.length > MAX_TEXT_BYTES) {
      throw new BrokenRowException(
          what + " has " + text.length + " bytes, more than the " + MAX_TEXT_BYTES + " of a text");
    }
    return text;
  }

  private static Optional<String> firstPresent(List<String> names, Map<String, byte[]> files) {
    return names.stream().filter(files::containsKey).findFirst();
  }
}
