// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import dev.falcon.data.RequestException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Assigns units of work to one of several tasks: unit u belongs to task u mod N. Tasks may run in
 * any order, and N may change between runs.
 *
 * @param index the number of the task, from 0 to N - 1
 * @param count the number of tasks N, at least 1
 */
public record Shard(int index, int count) {
  /** All units. */
  public static final Shard WHOLE = new Shard(0, 1);

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

  public Shard {
    if (count < 1 || index < 0 || index >= count) {
      throw new RequestException(
          "a shard must be I/N with I from 0 to N - 1; shard=" + index + "/" + count);
    }
  }

  /** Parses {@code I/N}. */
  public static Shard parse(String text) {
    Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new RequestException("a shard must be I/N, such as 0/64, or auto; shard=" + text);
    }
    return new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /** Returns whether a unit belongs to this task. */
  public boolean owns(int unit) {
    return unit % count == index;
  }

  /** Returns how many of a number of units belong to this task. */
  public int share(int units) {
    return (units - index + count - 1) / count;
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
