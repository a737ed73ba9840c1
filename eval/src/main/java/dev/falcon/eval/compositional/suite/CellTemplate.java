// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with columns in it, such as the path of an image: {@code images/{id}.png}. {@code
 * {id:012}} is filled with zeros to 12 characters, and {@code {link:file}} is what follows the last
 * slash. A text without braces is a column.
 *
 * @param text the text as it is written
 */
record CellTemplate(String text) {
  private static final Pattern PLACE = Pattern.compile("\\{([^{}:]+)(?::(file|0[0-9]{1,2}))?\\}");

  /** Returns the columns. */
  List<String> columns() {
    List<String> columns = new ArrayList<>();
    PLACE.matcher(text).results().map(place -> place.group(1)).forEach(columns::add);
    return columns.isEmpty() ? List.of(text) : columns;
  }

  /** Returns the text of a row. */
  String of(SuiteRow row) {
    Matcher places = PLACE.matcher(text);
    return places.find()
        ? places.replaceAll(place -> Matcher.quoteReplacement(cell(row, place)))
        : row.text(text);
  }

  private static String cell(SuiteRow row, MatchResult place) {
    String cell = row.text(place.group(1));
    String form = place.group(2) == null ? "" : place.group(2);
    if (form.equals("file")) {
      return cell.substring(cell.lastIndexOf('/') + 1);
    }
    return form.isEmpty()
        ? cell
        : "0".repeat(Math.max(0, Integer.parseInt(form) - cell.length())) + cell;
  }
}
