// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The keys of some rows of a store, by ascending row numbers. Memory: 17 bytes per row, and the key
 * itself in UTF-8.
 */
public final class KeysOfRows {
  private static final int PAGE = 1 << 20;

  private final long[] rows;
  private final long[] places; // page << 32 | offset
  private final List<byte[]> pages;

  private KeysOfRows(long[] rows, long[] places, List<byte[]> pages) {
    this.rows = rows;
    this.places = places;
    this.pages = pages;
  }

  /** Returns the number of rows. */
  public int count() {
    return rows.length;
  }

  /** Returns the number of a row in the store, by its index. */
  public long row(int index) {
    return rows[index];
  }

  /** Returns the numbers of all rows, ascending. */
  public long[] rows() {
    return rows.clone();
  }

  /** Returns the key of a row, by its index. */
  public String key(int index) {
    byte[] page = pages.get((int) (places[index] >>> Integer.SIZE));
    int at = (int) places[index];
    int length = 0;
    int shift = 0;
    byte next;
    do {
      next = page[at++];
      length |= (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0);
    return new String(page, at, length, StandardCharsets.UTF_8);
  }

  /**
   * Returns the key of a row, by its number.
   *
   * @throws IllegalArgumentException if the row is not among these rows
   */
  public String keyOf(long row) {
    int found = Arrays.binarySearch(rows, row);
    if (found < 0) {
      throw new IllegalArgumentException("row " + row + " is not among " + rows.length);
    }
    return key(found);
  }

  /** Collects rows. */
  public static final class Builder {
    private long[] rows = new long[16];
    private long[] places = new long[16];
    private int count;
    private final List<byte[]> pages = new ArrayList<>();
    private int filled = PAGE; // of the last page

    /** Adds a row, whose number must exceed those of all rows added before. */
    public void add(long row, String key) {
      if (count > 0 && row <= rows[count - 1]) {
        throw new IllegalArgumentException("row " + row + " after row " + rows[count - 1]);
      }
      if (count == rows.length) {
        rows = Arrays.copyOf(rows, count + count / 2);
        places = Arrays.copyOf(places, rows.length);
      }
      rows[count] = row;
      places[count] = keep(key.getBytes(StandardCharsets.UTF_8));
      count++;
    }

    private long keep(byte[] key) {
      int needed = key.length + 5;
      if (pages.isEmpty() || pages.get(pages.size() - 1).length - filled < needed) {
        pages.add(new byte[Math.max(PAGE, needed)]);
        filled = 0;
      }
      byte[] page = pages.get(pages.size() - 1);
      final long place = (long) (pages.size() - 1) << Integer.SIZE | filled;
      int length = key.length;
      while (length >= 0x80) {
        page[filled++] = (byte) (length | 0x80);
        length >>>= 7;
      }
      page[filled++] = (byte) length;
      System.arraycopy(key, 0, page, filled, key.length);
      filled += key.length;
      return place;
    }

    /** Returns the rows added so far. */
    public KeysOfRows build() {
      return new KeysOfRows(
          Arrays.copyOf(rows, count), Arrays.copyOf(places, count), List.copyOf(pages));
    }
  }
}
