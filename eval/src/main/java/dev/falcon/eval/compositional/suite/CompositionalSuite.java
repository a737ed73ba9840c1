// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.eval.compositional.score.ItemProtocol;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A suite in memory. A picture or a text that several items name is held once.
 *
 * @param description what is measured, and how it is averaged
 * @param pictures the distinct pictures, in the order of their first item
 * @param texts the distinct captions, with the suite's prompt
 * @param items the items
 * @param rejects the rows that are no items, with reasons
 * @param warnings what is unusual about the rows, one line each
 * @param images the columns of tables that hold the pictures; empty if these are files of their own
 * @param files the files that were read, by their names below the folder of the data
 */
public record CompositionalSuite(
    SuiteDescription description,
    List<SuitePicture> pictures,
    List<String> texts,
    List<SuiteItem> items,
    List<Reject> rejects,
    List<String> warnings,
    List<ImageTable> images,
    Map<String, Path> files) {
  public CompositionalSuite {
    pictures = List.copyOf(pictures);
    texts = List.copyOf(texts);
    items = List.copyOf(items);
    rejects = List.copyOf(rejects);
    warnings = List.copyOf(warnings);
    images = List.copyOf(images);
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
  }

  /** Returns the protocol by which an item is right or wrong. */
  public ItemProtocol protocol(SuiteItem item) {
    return description.protocol().orElse(item.shape().usual());
  }

  @JsonPropertyOrder({"item", "subset", "set", "weight", "images", "captions", "cells"})
  private record Content(
      String item,
      String subset,
      String set,
      double weight,
      List<SuitePicture> images,
      List<String> captions,
      List<?> cells) {}

  /**
   * Returns a digest of all items: their names, pictures' names, captions and truth. Results of two
   * models can be compared if their suites' digests are equal.
   */
  public String digest() {
    MessageDigest digest = Sha256.digest();
    for (SuiteItem item : items) {
      Content content =
          new Content(
              item.id(),
              item.subset(),
              item.set().orElse(""),
              item.weight(),
              item.pictures().stream().map(pictures::get).toList(),
              item.texts().stream().map(texts::get).toList(),
              item.shape().cells());
      digest.update((Json.line(content) + '\n').getBytes(StandardCharsets.UTF_8));
    }
    return Sha256.hex(digest);
  }
}
