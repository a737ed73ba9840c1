// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import java.util.Locale;

/**
 * Something suspicious about data that can be read: how often, and where first. It comes from the
 * source, so that every command that reads the data can say it.
 *
 * @param first the first place, such as a sample's key in quotes
 */
public record DataNote(Kind kind, long count, String first) {
  /** The kinds of notes, in the order in which they are given. */
  public enum Kind {
    /** Rows that cannot be read; the place is the most common reason. */
    REJECTED("%s cannot be read; most often: %s", "row"),
    /** Captions of caption files that hold line breaks. */
    LINE_BREAKS(
        "%s with line breaks, first that of %s; if these are separate captions, read each line as"
            + " one",
        "caption file"),
    /** Cells of a table with text behind their closing quote. */
    TEXT_BEHIND_QUOTE(
        "%s with text behind a closing quote, first %s: a cell that holds quotes must be in quotes"
            + " itself, with its own quotes doubled, as Spark writes it only if its option escape is"
            + " a quote",
        "row"),
    /** Quoted cells with tabs and line breaks, in a table separated by tabs. */
    LINES_IN_A_CELL(
        "%s with tabs and line breaks in a cell, first %s: if the cell only begins with a quote, it"
            + " has swallowed the lines up to the next quote; write it in quotes, with its own"
            + " quotes doubled",
        "row"),
    /** Members of one sample that do not follow each other in a tar. */
    APART(
        "%s with the key of an earlier one and without its picture or caption, first %s: members of"
            + " one sample must follow each other, as tar writes them with its option sort=name",
        "sample"),
    /** Samples whose pictures have unusual suffixes. */
    DOTS_IN_KEYS(
        "%s with pictures by no usual suffix, first %s: do keys contain dots? A key ends at the"
            + " first dot of a file's name",
        "sample"),
    /** Keys that occur again in one shard. */
    REPEATED_KEYS("%s with the key of an earlier one in the same file, first %s", "sample"),
    /** Shards whose keys begin as those of another. */
    RESTARTING_KEYS(
        "%s with the first keys of an earlier one, first %s: if keys begin again in every shard, put"
            + " the shard's name before each key",
        "shard"),
    /** Rows in whose columns neither a picture nor a text was found. */
    NOTHING(
        "%s with neither a picture nor a text, first %s: name the columns that hold them, if any"
            + " does",
        "row"),
    /** Rows that are named by their numbers and have a column that may hold their keys. */
    NUMBERED(
        "%s named by their numbers, first %s: if that column holds the keys, name the column of keys",
        "row"),
    /** Pictures of types that are not read. */
    OTHER_PICTURES("%s of a type that is not read, first %s: convert to PNG or JPEG", "picture"),
    /** Pictures below folders that are named after splits. */
    SPLITS("%s are read together: %s; name the folder of one", "split");

    private final String text;
    private final String one;

    Kind(String text, String one) {
      this.text = text;
      this.one = one;
    }
  }

  /** Returns the note in one line. */
  public String text() {
    String counted = String.format(Locale.ROOT, "%,d %s%s", count, kind.one, count == 1 ? "" : "s");
    return String.format(Locale.ROOT, kind.text, counted, first);
  }

  /** Returns the note of this and later data together. */
  DataNote plus(DataNote later) {
    return new DataNote(kind, count + later.count(), first);
  }
}
