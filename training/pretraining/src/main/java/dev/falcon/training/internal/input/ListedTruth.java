// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The truth from a list of all true pairs: an unlisted pair is false, except for a caption with its
 * own image. Captions that are true of the same images share a set. A taxonomy's captions thus take
 * 8 bytes each, and every set takes one bit per image.
 */
final class ListedTruth implements Truth {
  private static final List<String> NAMES = List.of("pairs.parquet", "pairs.jsonl");

  private final PairData pairs;
  private final BitSet[] images; // by caption

  private ListedTruth(PairData pairs) {
    this.pairs = pairs;
    this.images = new BitSet[pairs.rows()];
  }

  /**
   * Reads a list; returns empty if none is named.
   *
   * @throws RequestException if it does not exist
   * @throws FalconException if none of its pairs is in the dataset, or two captions have one key
   */
  static Optional<Truth> read(String list, PairData pairs) {
    if (list.isEmpty()) {
      return Optional.empty();
    }
    ListedTruth truth = new ListedTruth(pairs);
    truth.read(file(list));
    return Optional.of(truth);
  }

  /** Returns the list's file; the configuration may instead name the folder that contains it. */
  static Path file(String list) {
    Path path = Path.of(list);
    if (!Folders.isFolder(path)) {
      if (!Folders.exists(path)) {
        throw new RequestException(path + ": there is no such list of true pairs");
      }
      return path;
    }
    return NAMES.stream()
        .map(path::resolve)
        .filter(Folders::exists)
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    path + ": holds no list of true pairs; it is one of " + NAMES));
  }

  private void read(Path file) {
    Map<String, Integer> captionOfKey = new HashMap<>();
    Map<String, Integer> imageOfKey = new HashMap<>();
    for (int row = 0; row < images.length; row++) {
      String key = pairs.key(row);
      if (captionOfKey.put(key, row) != null) {
        throw new FalconException(
            file
                + ": cannot say which caption is meant by '"
                + key
                + "', since two have this key; give every sample a key of its own, without '#'");
      }
      imageOfKey.put(key, pairs.image(row));
      int number = key.lastIndexOf('#');
      if (number > 0) {
        imageOfKey.putIfAbsent(key.substring(0, number), pairs.image(row));
      }
    }
    Map<BitSet, BitSet> sets = new HashMap<>();
    long found = 0;
    try (TableReader table = TableReader.open(file)) {
      int imageKey = table.column(ColumnType.UTF8, "image_key");
      int textKey = table.column(ColumnType.UTF8, "text_key");
      int match = table.column(ColumnType.BOOL, "match");
      int last = -1;
      while (table.next()) {
        Integer caption = captionOfKey.get(table.getString(textKey));
        Integer image = imageOfKey.get(table.getString(imageKey));
        if (caption == null || image == null || !table.getBoolean(match)) {
          continue;
        }
        if (caption != last) {
          share(last, sets);
          images[caption] =
              images[caption] == null ? new BitSet() : (BitSet) images[caption].clone();
          last = caption;
        }
        images[caption].set(image);
        found++;
      }
      share(last, sets);
    }
    if (found == 0) {
      throw new FalconException(
          file
              + ": no true pair joins two of the samples, whose keys are such as '"
              + pairs.key(0)
              + "'");
    }
    for (int row = 0; row < images.length; row++) {
      if (images[row] == null || !images[row].get(pairs.image(row))) {
        images[row] = images[row] == null ? new BitSet() : (BitSet) images[row].clone();
        images[row].set(pairs.image(row));
        share(row, sets);
      }
    }
  }

  /**
   * Shares a caption's set. Lists are usually in the order of captions, so a set is complete when
   * the caption changes.
   */
  private void share(int caption, Map<BitSet, BitSet> sets) {
    if (caption >= 0) {
      images[caption] = sets.computeIfAbsent(images[caption], set -> set);
    }
  }

  @Override
  public boolean matches(int captionRow, int imageRow) {
    return images[captionRow].get(pairs.image(imageRow));
  }
}
