// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.ListedTexts;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Reads the forms of lists that are tables: columns of negatives, each a name or a list of names,
 * labelled candidates, one or a list per row, documents by id, and MMEB's texts and paths. As for
 * trainers, the first column is the anchor's, and the first of a list of documents is the positive.
 */
final class ListsInTable implements ListedName.Form {
  private static final Pattern NEGATIVE =
      Pattern.compile(
          "(hard_)?neg(ative)?s?(_ids?|_document_ids|_docs?|_passages|_texts?|_[0-9]+)?");

  @Override
  public void read(Path file, BiConsumer<ListedName, ListedName> receiver) {
    try (TableReader table = TableReader.open(file)) {
      List<String> columns = table.columns();
      if (columns.contains("neg_text") && columns.contains("qry")) {
        paired(table, receiver);
      } else if (columns.stream().anyMatch(name -> NEGATIVE.matcher(name).matches())) {
        negatives(table, receiver);
      } else if (columns.contains("label")) {
        labelled(file, table, receiver);
      } else if (columns.contains("document_ids") || columns.contains("labels") || scored(table)) {
        listed(file, table, receiver);
      } else {
        throw new FalconException(
            file
                + ": has no column of negatives; expected negative, negative_1, negative_id,"
                + " negatives, neg, or candidates with a label, not "
                + String.join(", ", columns));
      }
    }
  }

  /** A column whose values are names, or lists of names. */
  private record Names(TableReader table, int column, boolean lists) {
    static Names of(TableReader table, String name) {
      boolean lists = table.naturalType(name) == ColumnType.UTF8_LIST;
      ColumnType type = lists ? ColumnType.UTF8_LIST : ColumnType.UTF8;
      return new Names(table, table.column(type, name), lists);
    }

    /** Returns the names in the current row; none for a null. */
    List<String> here() {
      if (table.isNull(column)) {
        return List.of();
      }
      return lists ? table.getStrings(column) : each(table.getString(column));
    }
  }

  private static int anchor(TableReader table) {
    return table.column(
        ColumnType.UTF8, "anchor", "query_id", "query", "question", table.columns().get(0));
  }

  /** Returns the second column, which trainers take as the candidates, unless one is named so. */
  private static String candidates(List<String> columns, String name) {
    return columns.contains(name) ? name : columns.get(Math.min(1, columns.size() - 1));
  }

  /** Returns whether the candidates are lists, and their scores lists in place of labels. */
  private static boolean scored(TableReader table) {
    List<String> columns = table.columns();
    return columns.contains("scores")
        && (columns.contains("candidates") // of a table without types, which does not say it
            || table.naturalType(candidates(columns, "candidates")) == ColumnType.UTF8_LIST);
  }

  private static void negatives(TableReader table, BiConsumer<ListedName, ListedName> receiver) {
    int anchor = anchor(table);
    List<Names> negatives =
        table.columns().stream()
            .filter(name -> NEGATIVE.matcher(name).matches())
            .map(name -> Names.of(table, name))
            .toList();
    while (table.next()) {
      for (Names column : negatives) {
        for (String negative : column.here()) {
          receiver.accept(ListedName.any(table.getString(anchor)), ListedName.any(negative));
        }
      }
    }
  }

  private static void labelled(
      Path file, TableReader table, BiConsumer<ListedName, ListedName> receiver) {
    int anchor = anchor(table);
    int candidate = table.column(ColumnType.UTF8, candidates(table.columns(), "candidate"));
    int label = table.column(table.naturalType("label"), "label");
    for (long row = 0; table.next(); row++) {
      if (isNegative(table.value(label).orElse(""), file, row) && !table.isNull(candidate)) {
        receiver.accept(
            ListedName.any(table.getString(anchor)), ListedName.any(table.getString(candidate)));
      }
    }
  }

  private static void listed(
      Path file, TableReader table, BiConsumer<ListedName, ListedName> receiver) {
    int anchor = anchor(table);
    List<String> columns = table.columns();
    Names candidates =
        Names.of(
            table,
            columns.contains("document_ids") ? "document_ids" : candidates(columns, "candidates"));
    ColumnType numbers =
        columns.contains("labels") && table.naturalType("labels") == ColumnType.FLOAT32_LIST
            ? ColumnType.FLOAT32_LIST
            : ColumnType.UTF8_LIST; // whole numbers, which are exact as texts
    OptionalInt labels = table.findColumn(numbers, "labels");
    for (long row = 0; table.next(); row++) {
      List<String> names = candidates.here();
      List<?> marks =
          labels.isPresent() ? (List<?>) table.value(labels.getAsInt()).orElse(List.of()) : names;
      if (marks.size() != names.size()) {
        throw new FalconException(
            file
                + ": row "
                + row
                + " has "
                + names.size()
                + " candidates, and labels for "
                + marks.size());
      }
      for (int i = 0; i < names.size(); i++) {
        if (labels.isPresent() ? isNegative(marks.get(i), file, row) : i > 0) {
          receiver.accept(ListedName.any(table.getString(anchor)), ListedName.any(names.get(i)));
        }
      }
    }
  }

  /** Returns whether a label, in whatever type it was written, is that of a negative. */
  private static boolean isNegative(Object label, Path file, long row) {
    String text = label.toString().strip().toLowerCase(Locale.ROOT);
    if (text.equals("true") || text.equals("false")) {
      return text.equals("false");
    }
    try {
      double number = Double.parseDouble(text);
      if (!Double.isNaN(number)) {
        return number == 0;
      }
    } catch (NumberFormatException e) {
      throw wrong(label, file, row);
    }
    throw wrong(label, file, row);
  }

  private static FalconException wrong(Object label, Path file, long row) {
    return new FalconException(
        file + ": row " + row + " has the label '" + label + "'; it must be 0 or 1");
  }

  private static void paired(TableReader table, BiConsumer<ListedName, ListedName> receiver) {
    int text = table.column(ColumnType.UTF8, "qry");
    int image = table.column(ColumnType.UTF8, "qry_image_path");
    Names negativeText = Names.of(table, "neg_text");
    Names negativeImage = Names.of(table, "neg_image_path");
    while (table.next()) {
      ListedName query =
          ListedName.of(table.findString(text).orElse(""), table.findString(image).orElse(""));
      List<String> texts = negativeText.here();
      List<String> images = negativeImage.here();
      for (int i = 0; i < Math.max(texts.size(), images.size()); i++) {
        receiver.accept(query, ListedName.of(at(texts, i), at(images, i)));
      }
    }
  }

  /** Returns the names of a list that a table without lists holds in one text, or that text. */
  private static List<String> each(String text) {
    return ListedTexts.namesIn(text).orElse(List.of(text));
  }

  private static String at(List<String> values, int index) {
    return index < values.size() ? values.get(index) : "";
  }
}
