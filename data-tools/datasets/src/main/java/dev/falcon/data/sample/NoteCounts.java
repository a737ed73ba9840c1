// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Counts notes by kind and keeps the first place of each. */
public final class NoteCounts {
  private final Map<DataNote.Kind, DataNote> notes = new EnumMap<>(DataNote.Kind.class);

  /**
   * Counts one case.
   *
   * @param place the place, asked for only if it is the first
   */
  public void add(DataNote.Kind kind, Supplier<String> place) {
    DataNote known = notes.get(kind);
    String first = known == null ? place.get() : known.first();
    add(new DataNote(kind, 1, first));
  }

  /** Adds a note to those of earlier data. */
  public void add(DataNote note) {
    notes.merge(note.kind(), note, DataNote::plus);
  }

  /** Returns the notes, in the order of their kinds. */
  public List<DataNote> list() {
    return List.copyOf(notes.values());
  }
}
