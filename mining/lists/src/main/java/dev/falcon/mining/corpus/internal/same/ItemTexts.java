// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.same;

import dev.falcon.data.sample.SameText;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.internal.CorpusItems;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The texts of items, as hashes of 64 bits of the form that {@link SameText} gives them. A text or
 * an anchor has one; an image has the captions of all its rows.
 *
 * <p>Memory: 16 bytes per item or, for images, 20 bytes per row.
 */
public final class ItemTexts {
  private final long[] hashes; // by item
  private final int[] starts; // in the hashes, and the end of the last; empty if each item has one
  private final long[] tagged; // the hash's lower bits, then the item; ascending
  private final int itemBits;
  private final long blank;

  private ItemTexts(long[] hashes, int[] starts, int items, long blank) {
    this.blank = blank;
    this.hashes = hashes;
    this.starts = starts;
    this.itemBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(items));
    this.tagged = tags(items);
  }

  private long[] tags(int items) {
    long[] tags = new long[hashes.length];
    int count = 0;
    for (int item = 0; item < items; item++) {
      for (int at = start(item); at < start(item + 1); at++) {
        if (hashes[at] != SameText.NO_TEXT) {
          tags[count++] = hashes[at] << itemBits | item;
        }
      }
    }
    return Arrays.stream(tags, 0, count).sorted().distinct().toArray();
  }

  private int start(int item) {
    return areSeveral() ? starts[item] : item;
  }

  /** Returns the texts of items of a store that has texts. */
  public static ItemTexts of(CorpusItems items, SameText same) {
    return items.side() == SearchDirection.Side.IMAGE && !items.store().hasAnchors()
        ? ofImages(items, same)
        : ofOneEach(items, same);
  }

  private static ItemTexts ofOneEach(CorpusItems items, SameText same) {
    long[] hashes = new long[items.count()];
    IntStream.range(0, hashes.length)
        .parallel()
        .forEach(item -> hashes[item] = hash(items.caption(item), same));
    long blank =
        IntStream.range(0, hashes.length)
            .filter(item -> hashes[item] == SameText.NO_TEXT && items.caption(item).isPresent())
            .count();
    return new ItemTexts(hashes, new int[0], hashes.length, blank);
  }

  private static ItemTexts ofImages(CorpusItems images, SameText same) {
    int rows = Math.toIntExact(images.store().rows());
    int[] starts = new int[images.count() + 1];
    for (int row = 0; row < rows; row++) {
      if (images.ofRow(row) != CorpusItems.NONE) {
        starts[images.ofRow(row) + 1]++;
      }
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] next = Arrays.copyOf(starts, images.count());
    int[] rowAt = new int[starts[images.count()]];
    for (int row = 0; row < rows; row++) {
      if (images.ofRow(row) != CorpusItems.NONE) {
        rowAt[next[images.ofRow(row)]++] = row;
      }
    }
    long[] hashes = new long[rowAt.length];
    IntStream.range(0, hashes.length)
        .parallel()
        .forEach(at -> hashes[at] = hash(images.store().caption(rowAt[at]), same));
    return new ItemTexts(hashes, starts, images.count(), 0);
  }

  /** A blank text says as little as a missing one, so two of them are not the same. */
  private static long hash(Optional<String> caption, SameText same) {
    return caption.filter(text -> !SameText.isBlank(text)).map(same::hash).orElse(SameText.NO_TEXT);
  }

  /** Returns the texts of some of the items, numbered from 0. */
  public ItemTexts only(int[] items) {
    long[] some = Arrays.stream(items).mapToObj(this::of).flatMapToLong(Arrays::stream).toArray();
    int[] ends = new int[starts.length == 0 ? 0 : items.length + 1];
    for (int x = 1; x < ends.length; x++) {
      ends[x] = ends[x - 1] + of(items[x - 1]).length;
    }
    return new ItemTexts(some, ends, items.length, 0);
  }

  /** Returns whether an item may have several texts. */
  boolean areSeveral() {
    return starts.length > 0;
  }

  /** Returns the number of items that are texts, and blank. */
  long blank() {
    return blank;
  }

  /** Returns the number of items. */
  int items() {
    return areSeveral() ? starts.length - 1 : hashes.length;
  }

  /** Returns the hash of an item's only text. */
  long first(int item) {
    return hashes[item];
  }

  /** Returns the hashes of an item's texts; {@link SameText#NO_TEXT} for a missing one. */
  public long[] of(int item) {
    return Arrays.copyOfRange(hashes, start(item), start(item + 1));
  }

  /** Returns the items with this text, ascending; they are found as they are asked for. */
  public IntStream with(long hash) {
    if (hash == SameText.NO_TEXT) {
      return IntStream.empty();
    }
    int found = Arrays.binarySearch(tagged, hash << itemBits);
    int from = found >= 0 ? found : -found - 1;
    return IntStream.range(from, tagged.length)
        .takeWhile(x -> tagged[x] >>> itemBits == (hash << itemBits) >>> itemBits)
        .map(x -> item(tagged[x]))
        .filter(item -> has(item, hash));
  }

  private boolean has(int item, long hash) {
    for (int at = start(item); at < start(item + 1); at++) {
      if (hashes[at] == hash) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the items, each text's together: ascending in the lower bits of the hash, which the
   * upper bits of a tag are.
   */
  long[] tagged() {
    return tagged;
  }

  /** Returns the item of a tag. */
  int item(long tag) {
    return (int) (tag & ((1L << itemBits) - 1));
  }

  /** Returns whether two tags may be of the same text. */
  boolean mayEqual(long tag, long other) {
    return tag >>> itemBits == other >>> itemBits;
  }
}
