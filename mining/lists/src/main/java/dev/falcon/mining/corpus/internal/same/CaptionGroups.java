// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.same;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Groups the items of a corpus by text. Items with unique texts are called singles, the others
 * twins. Twins are ordered so that each group is consecutive. Images are singles, since pictures
 * with a common caption are not one picture.
 *
 * <p>Memory: 8 bytes per item.
 */
public final class CaptionGroups {
  /** No group: the text is unique. */
  public static final int SINGLE = -1;

  private final ItemTexts texts;
  private final int[] groupOf;
  private final int[] order; // singles, then twins
  private final int singles;
  private int[] groupStarts; // in the order, and the end of the last

  /** Groups the items of a corpus. */
  public CaptionGroups(ItemTexts texts) {
    this.texts = texts;
    int count = texts.items();
    this.groupOf = new int[count];
    Arrays.fill(groupOf, SINGLE);
    int[] twins = twins(texts.areSeveral() ? new long[0] : texts.tagged());
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
  private int[] twins(long[] tagged) {
    int[] twins = new int[tagged.length];
    int[] starts = new int[tagged.length + 1];
    int count = 0;
    int groups = 0;
    for (int from = 0; from < tagged.length; ) {
      int to = from + 1;
      while (to < tagged.length && texts.mayEqual(tagged[to], tagged[from])) {
        to++;
      }
      if (to - from > 1) {
        // Equal in the lower bits of the hash; the whole hash decides.
        int[] items =
            IntStream.range(from, to)
                .mapToObj(x -> texts.item(tagged[x]))
                .sorted(
                    Comparator.comparingLong((Integer item) -> texts.first(item))
                        .thenComparingInt(item -> item))
                .mapToInt(item -> item)
                .toArray();
        for (int x = 0; x < items.length; ) {
          int end = x + 1;
          while (end < items.length && texts.first(items[end]) == texts.first(items[x])) {
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
}
