// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.data.annotation.AnnotationInspection;
import java.util.Locale;

/** The contents of files of questions, statements or answers, for people. */
public final class AnnotationTable {
  private AnnotationTable() {}

  /** Returns the text. */
  public static String of(AnnotationInspection inspection) {
    TextTable facts = new TextTable("", "count");
    String what = inspection.kind().name().toLowerCase(Locale.ROOT);
    row(facts, what, inspection.count());
    switch (inspection.kind()) {
      case QUESTIONS -> {
        row(facts, "with answers", inspection.labelled());
        row(facts, "different answers", inspection.distinct());
        row(facts, "images", inspection.images());
      }
      case STATEMENTS -> {
        row(facts, "with label", inspection.labelled());
        row(facts, "sentences", inspection.distinct());
        row(facts, "images", inspection.images());
      }
      case ANSWERS -> {}
    }
    if (inspection.missing() >= 0) {
      row(facts, "missing images", inspection.missing());
    }
    inspection.kinds().forEach((kind, count) -> row(facts, "of kind " + kind, count));
    StringBuilder text = new StringBuilder(facts.toString());
    inspection.examples().forEach(example -> text.append(example).append('\n'));
    inspection
        .missingImages()
        .forEach(image -> text.append("missing: ").append(image).append('\n'));
    if (inspection.missing() < 0 && inspection.images() > 0) {
      text.append("give --image-root to check whether the images exist\n");
    }
    return text.toString();
  }

  private static void row(TextTable table, String name, long count) {
    table.row(name, String.format(Locale.ROOT, "%,d", count));
  }
}
