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
 * Unusable rows of a store: 26 bytes per row, and the key's own in UTF-8. They do not change, and
 * are made one by one as they are asked for.
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
      String same = StoreReasons.sameKey(firsts[index]);
      reason = reason.isEmpty() ? same : StoreReasons.both(reason, same);
    }
    return new Reject(sources.apply(row) + ", row " + row, keys.key(index), reason);
  }

  /** The numbers of the rows, ascending. */
  public List<Long> rows() {
    return new Numbers(keys);
  }

  /** Numbers that do not change. */
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

  /** A list that does not change: itself where it is such, and a copy otherwise. */
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
     * Adds a row, whose number is above those that were added before.
     *
     * @param reason why its vectors are unusable; empty where they are not
     * @param first the first row that has its key; -1 where it is this one
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
     * The rows added so far.
     *
     * @param sources the file that holds a row
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
