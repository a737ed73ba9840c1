package dev.falcon.mining.corpus.internal;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Groups the items of a corpus by text, with a hash of 64 bits. Items with unique texts are called
 * singles, the others twins. Twins are ordered so that each group is consecutive.
 *
 * <p>Memory: 24 bytes per item.
 */
public final class CaptionGroups {
  /** No group: the text is unique. */
  public static final int SINGLE = -1;

  /** The hash of an item without a text. */
  public static final long NO_WORDS = 0;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final long[] hashes; // by item
  private final long[] tagged; // the hash's lower bits, then the item; ascending
  private final int itemBits;
  private final int[] groupOf;
  private final int[] order; // singles, then twins
  private final int singles;
  private int[] groupStarts; // in the order, and the end of the last

  /** Groups the items of a corpus. */
  public CaptionGroups(CorpusItems corpus) {
    int count = corpus.count();
    this.hashes = new long[count];
    IntStream.range(0, count)
        .parallel()
        .forEach(
            item -> hashes[item] = corpus.caption(item).map(CaptionGroups::hash).orElse(NO_WORDS));
    this.itemBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(count));
    this.tagged =
        IntStream.range(0, count)
            .filter(item -> hashes[item] != NO_WORDS)
            .mapToLong(item -> hashes[item] << itemBits | item)
            .sorted()
            .toArray();
    this.groupOf = new int[count];
    Arrays.fill(groupOf, SINGLE);
    int[] twins = twins();
    this.order = new int[count];
    int at = 0;
    for (int item = 0; item < count; item++) {
      if (groupOf[item] == SINGLE) {
        order[at++] = item;
      }
    }
    this.singles = at;
    System.arraycopy(twins, 0, order, at, twins.length);
    for (int group = 0; group < groupStarts.length; group++) {
      groupStarts[group] += at;
    }
  }

  /** Finds the groups, and returns their items, group by group. */
  private int[] twins() {
    int[] twins = new int[tagged.length];
    int[] starts = new int[tagged.length + 1];
    int count = 0;
    int groups = 0;
    for (int from = 0; from < tagged.length; ) {
      int to = from + 1;
      while (to < tagged.length && tagged[to] >>> itemBits == tagged[from] >>> itemBits) {
        to++;
      }
      if (to - from > 1) {
        // Equal in the lower bits of the hash; the whole hash decides.
        int[] items =
            IntStream.range(from, to)
                .mapToObj(x -> item(tagged[x]))
                .sorted(
                    Comparator.comparingLong((Integer item) -> hashes[item])
                        .thenComparingInt(item -> item))
                .mapToInt(item -> item)
                .toArray();
        for (int x = 0; x < items.length; ) {
          int end = x + 1;
          while (end < items.length && hashes[items[end]] == hashes[items[x]]) {
            end++;
          }
          if (end - x > 1) {
            starts[groups] = count;
            for (; x < end; x++) {
              groupOf[items[x]] = groups;
              twins[count++] = items[x];
            }
            groups++;
          }
          x = end;
        }
      }
      from = to;
    }
    starts[groups] = count;
    groupStarts = Arrays.copyOf(starts, groups + 1);
    return Arrays.copyOf(twins, count);
  }

  private int item(long tag) {
    return (int) (tag & ((1L << itemBits) - 1));
  }

  /** Returns the number of singles, which come first in the order. */
  public int singles() {
    return singles;
  }

  /** Returns the items: first the singles, then the twins, group by group. */
  public int[] order() {
    return order;
  }

  public int groups() {
    return groupStarts.length - 1;
  }

  /** Returns the item's group, or {@link #SINGLE}. */
  public int groupOf(int item) {
    return groupOf[item];
  }

  /** Returns the number of items of a group, at least 2. */
  public int size(int group) {
    return groupStarts[group + 1] - groupStarts[group];
  }

  /** Returns the items with this text, ascending. */
  public int[] withWords(long hash) {
    if (hash == NO_WORDS) {
      return new int[0];
    }
    int found = Arrays.binarySearch(tagged, hash << itemBits);
    int from = found >= 0 ? found : -found - 1;
    return IntStream.range(from, tagged.length)
        .takeWhile(x -> tagged[x] >>> itemBits == (hash << itemBits) >>> itemBits)
        .map(x -> item(tagged[x]))
        .filter(item -> hashes[item] == hash)
        .toArray();
  }

  /** Returns the hash of an item's text; {@link #NO_WORDS} for none. */
  public long hashOf(int item) {
    return hashes[item];
  }

  /** Returns a hash of a text, which is never {@link #NO_WORDS}. */
  public static long hash(String words) {
    long hash = words.length();
    for (int i = 0; i < words.length(); i++) {
      hash = (hash ^ words.charAt(i)) * MULTIPLIER;
      hash ^= hash >>> 32;
    }
    return hash == NO_WORDS ? 1 : hash;
  }
}
