// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Rows with their keys and a remark on each, in a form that is sent to the driver: 13 bytes per
 * row, and the key in UTF-8.
 */
final class RowNotes implements Serializable, Iterable<RowNotes.Note> {
  private static final long serialVersionUID = 1;

  private final byte[] notes;
  private final String[] texts;

  private RowNotes(byte[] notes, String[] texts) {
    this.notes = notes;
    this.texts = texts;
  }

  /** A row, its key and the remark. */
  record Note(long row, String key, String remark) {}

  @Override
  public Iterator<Note> iterator() {
    ByteBuffer left = ByteBuffer.wrap(notes);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return left.hasRemaining();
      }

      @Override
      public Note next() {
        if (!hasNext()) {
          throw new NoSuchElementException("no more rows");
        }
        long row = left.getLong();
        String remark = texts[left.get()];
        byte[] key = new byte[left.getInt()];
        left.get(key);
        return new Note(row, new String(key, StandardCharsets.UTF_8), remark);
      }
    };
  }

  /** Returns all notes of several shards, in order. */
  static Iterator<Note> all(List<RowNotes> shards) {
    return shards.stream().flatMap(RowNotes::stream).iterator();
  }

  private Stream<Note> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  /** Collects rows. */
  static final class Builder {
    private final ByteArrayOutputStream notes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(notes);
    private final List<String> texts = new ArrayList<>();

    void add(long row, String key, String remark) {
      int text = texts.indexOf(remark);
      if (text < 0) {
        text = texts.size();
        texts.add(remark);
      }
      byte[] encoded = key.getBytes(StandardCharsets.UTF_8);
      try {
        out.writeLong(row);
        out.writeByte(text);
        out.writeInt(encoded.length);
        out.write(encoded);
      } catch (IOException e) {
        throw new UncheckedIOException("memory is written to", e);
      }
    }

    RowNotes build() {
      return new RowNotes(notes.toByteArray(), texts.toArray(String[]::new));
    }
  }
}
