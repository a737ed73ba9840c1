// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import static dev.falcon.data.table.ColumnType.FLOAT32_LIST;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.ListedTexts;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Reads the forms of lists that are tables: columns of negatives, labelled candidates, one or a
 * list per row, documents by id, and MMEB's texts and paths. As for trainers, the first column is
 * the anchor's, and the first of a list of documents is the positive.
 */
final class ListsInTable implements ListedName.Form {
  private static final Pattern NEGATIVE = Pattern.compile("negative(_id|_[0-9]+)?");

  @Override
  public void read(Path file, BiConsumer<ListedName, ListedName> receiver) {
    try (TableReader table = TableReader.open(file)) {
      List<String> columns = table.columns();
      if (columns.contains("neg_text")) {
        paired(table, receiver);
      } else if (columns.contains("document_ids") || columns.contains("labels")) {
        listed(table, receiver);
      } else {
        single(file, table, receiver);
      }
    }
  }

  private static int anchor(TableReader table) {
    return table.column(ColumnType.UTF8, "anchor", "query_id", "query", table.columns().get(0));
  }

  /** Returns the second column, which trainers take as the candidates, unless one is named so. */
  private static String candidates(List<String> columns, String name) {
    return columns.contains(name) ? name : columns.get(Math.min(1, columns.size() - 1));
  }

  private static void single(
      Path file, TableReader table, BiConsumer<ListedName, ListedName> receiver) {
    List<String> columns = table.columns();
    int anchor = anchor(table);
    List<Integer> negatives = new ArrayList<>();
    columns.stream()
        .filter(name -> NEGATIVE.matcher(name).matches())
        .forEach(name -> negatives.add(table.column(ColumnType.UTF8, name)));
    OptionalInt label =
        negatives.isEmpty() ? table.findColumn(ColumnType.INT32, "label") : OptionalInt.empty();
    if (label.isPresent()) {
      negatives.add(table.column(ColumnType.UTF8, candidates(columns, "candidate")));
    }
    if (negatives.isEmpty()) {
      throw new FalconException(
          file
              + ": has no column of negatives; expected negative, negative_1, negative_id, or"
              + " candidates with a label, not "
              + String.join(", ", columns));
    }
    while (table.next()) {
      if (label.isPresent() && table.getInt(label.getAsInt()) != 0) {
        continue;
      }
      for (int negative : negatives) {
        if (!table.isNull(negative)) {
          receiver.accept(
              ListedName.any(table.getString(anchor)), ListedName.any(table.getString(negative)));
        }
      }
    }
  }

  private static void listed(TableReader table, BiConsumer<ListedName, ListedName> receiver) {
    int anchor = anchor(table);
    boolean ids = table.columns().contains("document_ids");
    int candidates =
        table.column(
            ColumnType.UTF8_LIST, ids ? "document_ids" : candidates(table.columns(), "candidates"));
    ColumnType numbers =
        table.columns().contains("labels") && table.naturalType("labels") == FLOAT32_LIST
            ? FLOAT32_LIST
            : ColumnType.UTF8_LIST; // whole numbers, which are exact as texts
    OptionalInt labels = table.findColumn(numbers, "labels");
    while (table.next()) {
      List<String> names = table.getStrings(candidates);
      for (int i = 0; i < names.size(); i++) {
        boolean negative = labels.isPresent() ? isZero(table.value(labels.getAsInt()), i) : i > 0;
        if (negative) {
          receiver.accept(ListedName.any(table.getString(anchor)), ListedName.any(names.get(i)));
        }
      }
    }
  }

  private static boolean isZero(Optional<Object> labels, int index) {
    List<?> values = (List<?>) labels.orElse(List.of());
    return index < values.size() && Float.parseFloat(values.get(index).toString()) == 0;
  }

  private static void paired(TableReader table, BiConsumer<ListedName, ListedName> receiver) {
    int text = table.column(ColumnType.UTF8, "qry");
    int image = table.column(ColumnType.UTF8, "qry_image_path");
    int negativeText = table.column(ColumnType.UTF8, "neg_text");
    int negativeImage = table.column(ColumnType.UTF8, "neg_image_path");
    while (table.next()) {
      ListedName query =
          ListedName.of(table.findString(text).orElse(""), table.findString(image).orElse(""));
      List<String> texts = each(table.findString(negativeText).orElse(""));
      List<String> images = each(table.findString(negativeImage).orElse(""));
      for (int i = 0; i < Math.max(texts.size(), images.size()); i++) {
        receiver.accept(query, ListedName.of(at(texts, i), at(images, i)));
      }
    }
  }

  private static List<String> each(String text) {
    return ListedTexts.in(text).orElse(List.of(text));
  }

  private static String at(List<String> values, int index) {
    return index < values.size() ? values.get(index) : "";
  }
}
