// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.source;

import dev.falcon.data.ImageTypes;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.DataNote;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.NoteCounts;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.table.RejectCounts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The notes of one reading of a shard. */
final class ShardNotes {
  /** The most keys among which repeated ones are found. */
  private static final int KNOWN_KEYS = 1 << 15;

  /** The number of first keys that are compared with those of other shards. */
  private static final int FIRST_KEYS = 50;

  private static final int MOST_REJECTS = 100;

  /** The names that rows without a key have. */
  private static final Pattern NUMBER = Pattern.compile("([0-9]{5}-)?[0-9]{9}");

  private static final Set<String> KEY_COLUMNS = keyColumns();

  private final boolean ofMembers;
  private final String name;
  private final NoteCounts notes = new NoteCounts();
  private final List<String> firstKeys = new ArrayList<>();
  private final List<Reject> rejects = new ArrayList<>();
  private Set<String> keys = new HashSet<>();
  private long samples;
  private long rejected;

  private static Set<String> keyColumns() {
    Set<String> columns = new HashSet<>(ColumnNames.COMMON.key());
    columns.addAll(List.of("__index_level_0__", "unnamed: 0", "", "index"));
    return columns;
  }

  ShardNotes(String format, String name) {
    this.ofMembers = format.equals(DatasetFormat.WEBDATASET.word());
    this.name = name;
  }

  /** Returns the shard's name. */
  String name() {
    return name;
  }

  /** Returns the number of rows that were read. */
  long rows() {
    return samples + rejected;
  }

  void reject(Reject reject) {
    rejected++;
    if (rejects.size() < MOST_REJECTS) {
      rejects.add(reject);
    }
  }

  void add(Sample sample) {
    samples++;
    if (firstKeys.size() < FIRST_KEYS) {
      firstKeys.add(sample.key());
    }
    boolean repeated =
        keys.size() < KNOWN_KEYS ? !keys.add(sample.key()) : keys.contains(sample.key());
    if (repeated) {
      boolean part = ofMembers && (!sample.hasImage() || sample.captions().isEmpty());
      add(part ? DataNote.Kind.APART : DataNote.Kind.REPEATED_KEYS, sample);
    }
    if (isGlued(sample)) {
      add(DataNote.Kind.LINE_BREAKS, sample);
    }
    if (!ofMembers && isEmpty(sample)) {
      add(DataNote.Kind.NOTHING, sample);
    }
    if (!ofMembers && NUMBER.matcher(sample.key()).matches()) {
      keyColumn(sample)
          .ifPresent(
              column ->
                  notes.add(
                      DataNote.Kind.NUMBERED,
                      () ->
                          "'%s', which has '%s' in column '%s'"
                              .formatted(sample.key(), sample.metadata().get(column), column)));
    }
    if (!sample.hasImage()) {
      pictureOf(sample).ifPresent(kind -> add(kind, sample));
    }
  }

  private void add(DataNote.Kind kind, Sample sample) {
    notes.add(kind, () -> "'" + sample.key() + "'");
  }

  /**
   * Returns a column that may hold the keys of rows that are named by their numbers: one of a key's
   * names with other capitals, or an index of pandas, unless that is the row's number too.
   */
  private static Optional<String> keyColumn(Sample sample) {
    String key = sample.key();
    long row = Long.parseLong(key.substring(key.indexOf('-') + 1));
    return sample.metadata().keySet().stream()
        .filter(column -> KEY_COLUMNS.contains(column.toLowerCase(Locale.ROOT)))
        .filter(column -> !sample.metadata().get(column).equals(Long.toString(row)))
        .findFirst();
  }

  /** Returns whether the lines of a caption file may be separate captions. */
  private static boolean isGlued(Sample sample) {
    return sample.members().containsKey("txt")
        && sample.captions().size() == 1
        && sample.captions().get(0).indexOf('\n') >= 0;
  }

  private static boolean isEmpty(Sample sample) {
    return !sample.hasImage()
        && sample.captions().isEmpty()
        && sample.anchor().isEmpty()
        && sample.label().isEmpty();
  }

  /** Returns why a sample without an image has a picture among its members. */
  private static Optional<DataNote.Kind> pictureOf(Sample sample) {
    for (String suffix : sample.members().keySet()) {
      int dot = suffix.lastIndexOf('.');
      String type = suffix.substring(dot + 1);
      if (ImageTypes.isOtherSuffix(type)) {
        return Optional.of(DataNote.Kind.OTHER_PICTURES);
      }
      if (dot >= 0 && ImageTypes.isImageSuffix(type)) {
        return Optional.of(DataNote.Kind.DOTS_IN_KEYS);
      }
    }
    return Optional.empty();
  }

  /** Ends the reading with the notes of the reader itself. */
  void end(List<DataNote> ofReader) {
    ofReader.forEach(notes::add);
    if (rejected > 0) {
      notes.add(new DataNote(DataNote.Kind.REJECTED, rejected, reason()));
    }
    keys = Set.of();
    rejects.clear();
  }

  private String reason() {
    RejectCounts.Kind most = RejectCounts.of(rejects).reasons().get(0);
    return rejects.stream()
        .filter(reject -> reject.reason().equals(most.reason()))
        .findFirst()
        .map(
            reject ->
                String.format(
                    Locale.ROOT,
                    "%s (%s%s)",
                    reject.reason(),
                    reject.source(),
                    reject.key().isEmpty() ? "" : ", '" + reject.key() + "'"))
        .orElseThrow();
  }

  List<DataNote> list() {
    return notes.list();
  }

  /**
   * Returns the first key that an earlier shard has among its first keys, and adds this shard's to
   * them.
   */
  Optional<String> firstRepeated(Set<String> earlier) {
    Optional<String> repeated = firstKeys.stream().filter(earlier::contains).findFirst();
    earlier.addAll(firstKeys);
    return repeated;
  }
}
