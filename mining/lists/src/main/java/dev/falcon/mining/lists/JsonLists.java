// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.data.file.Json;
import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.MinedList;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Lists as JSON values: one per line, or the elements of one array. */
final class JsonLists implements ListOutput.Sink {
  private final WrittenText file;
  private final Frame frame;
  private final Function<MinedList, List<Map<String, Object>>> values;
  private boolean begun;

  /**
   * The text around the values of a file.
   *
   * @param opening the text before the first value
   * @param separator the text between two values
   * @param ending the text after the last value
   */
  record Frame(String opening, String separator, String ending) {
    /** One value per line. */
    static final Frame LINES = new Frame("", "\n", "\n");

    /** The elements of one array. */
    static final Frame ARRAY = new Frame("[\n", ",\n", "\n]\n");
  }

  /**
   * Starts a file.
   *
   * @param values converts a list
   */
  JsonLists(Path target, Frame frame, Function<MinedList, List<Map<String, Object>>> values) {
    this.file = new WrittenText(target);
    this.frame = frame;
    this.values = values;
    file.write(frame.opening());
  }

  @Override
  public long append(MinedList list) {
    List<Map<String, Object>> made = values.apply(list);
    for (Map<String, Object> value : made) {
      file.write((begun ? frame.separator() : "") + Json.line(value));
      begun = true;
    }
    return made.size();
  }

  @Override
  public void commit() {
    file.write(begun || !frame.equals(Frame.LINES) ? frame.ending() : "");
    file.commit();
  }

  @Override
  public void close() {
    file.close();
  }

  /** Returns the keys of items. */
  static List<String> keys(List<ListedItem> items) {
    return items.stream().map(ListedItem::key).toList();
  }
}
