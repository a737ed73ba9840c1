// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.Reject;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.LongFunction;

/**
 * An immutable list of the unusable rows of a store, whose elements are created on access. Memory:
 * 26 bytes per row, and the key itself in UTF-8.
 */
public final class PackedRejects extends AbstractList<Reject> implements RandomAccess {
  private static final long NONE = -1;

  private final KeysOfRows keys;
  private final byte[] reasons; // by row, an index of texts; negative for none
  private final long[] firsts; // by row, the first row that has its key; -1 for none
  private final List<String> texts;
  private final LongFunction<String> sources;

  private PackedRejects(
      KeysOfRows keys,
      byte[] reasons,
      long[] firsts,
      List<String> texts,
      LongFunction<String> sources) {
    this.keys = keys;
    this.reasons = reasons;
    this.firsts = firsts;
    this.texts = texts;
    this.sources = sources;
  }

  @Override
  public int size() {
    return keys.count();
  }

  @Override
  public Reject get(int index) {
    long row = keys.row(index);
    String reason = reasons[index] < 0 ? "" : texts.get(reasons[index]);
    if (firsts[index] != NONE) {
      String same = "its key is that of row " + firsts[index] + " too";
      reason = reason.isEmpty() ? same : reason + "; " + same;
    }
    return new Reject(sources.apply(row) + ", row " + row, keys.key(index), reason);
  }

  /** Returns the numbers of the rows, ascending. */
  public List<Long> rows() {
    return new Numbers(keys);
  }

  /** An immutable list of numbers. */
  static final class Numbers extends AbstractList<Long> implements RandomAccess {
    private final KeysOfRows keys;

    private Numbers(KeysOfRows keys) {
      this.keys = keys;
    }

    @Override
    public int size() {
      return keys.count();
    }

    @Override
    public Long get(int index) {
      return keys.row(index);
    }
  }

  /** Returns the list itself if it is immutable, and an immutable copy otherwise. */
  public static <T> List<T> unchanging(List<T> list) {
    return list instanceof PackedRejects || list instanceof Numbers ? list : List.copyOf(list);
  }

  /** Collects rows. */
  public static final class Builder {
    private final KeysOfRows.Builder keys = new KeysOfRows.Builder();
    private final List<String> texts = new ArrayList<>();
    private final Map<String, Byte> numbers = new HashMap<>();
    private byte[] reasons = new byte[16];
    private long[] firsts = new long[16];
    private int count;

    /**
     * Adds a row, whose number must exceed those of all rows added before.
     *
     * @param reason why its vectors are unusable; empty if they are usable
     * @param first the first row with the same key; -1 if this row is the first
     */
    public void add(long row, String key, String reason, long first) {
      keys.add(row, key);
      if (count == reasons.length) {
        reasons = Arrays.copyOf(reasons, count + count / 2);
        firsts = Arrays.copyOf(firsts, reasons.length);
      }
      reasons[count] = reason.isEmpty() ? (byte) NONE : number(reason);
      firsts[count] = first;
      count++;
    }

    private byte number(String reason) {
      return numbers.computeIfAbsent(
          reason,
          text -> {
            if (texts.size() > Byte.MAX_VALUE) {
              throw new IllegalArgumentException("more reasons than are known: " + text);
            }
            texts.add(text);
            return (byte) (texts.size() - 1);
          });
    }

    /**
     * Returns the rows added so far.
     *
     * @param sources returns the file that holds a row, by the row's number
     */
    public PackedRejects build(LongFunction<String> sources) {
      return new PackedRejects(
          keys.build(),
          Arrays.copyOf(reasons, count),
          Arrays.copyOf(firsts, count),
          List.copyOf(texts),
          sources);
    }
  }
}
