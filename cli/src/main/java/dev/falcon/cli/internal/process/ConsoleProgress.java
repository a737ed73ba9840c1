// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import dev.falcon.data.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows progress to people: on a terminal, one line with a bar, the rate and the time left, which
 * is redrawn in place; in a log, a plain line at most every ten seconds and one at the end. On a
 * narrow terminal, the bar is shorter; if it would be too short, the counts are also left out, and
 * a line that is still too long is truncated.
 */
public final class ConsoleProgress implements Progress {
  /** The system property with the terminal's width. */
  public static final String COLUMNS = "falcon.columns";

  private static final int WIDEST_BAR = 30;
  private static final int NARROWEST_BAR = 8;
  // Below this rate per second the time per unit is shown instead.
  private static final int SLOW = 2;
  // Line wrap is turned off, since the line would wrap after the window is narrowed, and then on
  // again.
  private static final String IN_PLACE = "\r\u001b[?7l%s\u001b[K\u001b[?7h";
  private static final long REDRAW_NANOS = 100_000_000L;
  private static final long LOG_NANOS = 10_000_000_000L;

  private final PrintWriter out;
  private final boolean terminal;
  private final int columns;
  private final long betweenNanos;

  /**
   * Creates progress on the given writer.
   *
   * @param terminal whether the writer can redraw a line
   * @param columns the terminal's width in characters
   */
  public ConsoleProgress(PrintWriter out, boolean terminal, int columns) {
    this(out, terminal, columns, terminal ? REDRAW_NANOS : LOG_NANOS);
  }

  /** Creates progress with another minimum time between two lines. */
  ConsoleProgress(PrintWriter out, boolean terminal, int columns, long betweenNanos) {
    this.out = out;
    this.terminal = terminal;
    this.columns = columns;
    this.betweenNanos = betweenNanos;
  }

  /** Returns progress on standard error, with the width that the launcher has found. */
  public static ConsoleProgress onStandardError(PrintWriter err) {
    int columns = Integer.getInteger(COLUMNS, 0);
    return new ConsoleProgress(
        err, Boolean.getBoolean("falcon.terminal"), columns > 0 ? columns : Integer.MAX_VALUE);
  }

  @Override
  public Task begin(String name, long total, String unit) {
    Line line = new Line(name, total, unit);
    return new Task(line::advance, line::end);
  }

  @Override
  public void note(String line) {
    DataNotes.print(out, line);
  }

  private final class Line {
    private final String name;
    private final long total;
    private final String unit;
    private final long start = System.nanoTime();
    private final AtomicLong done = new AtomicLong();
    private long lastShown = start;
    private long shownCount = -1;
    private boolean shown;

    private Line(String name, long total, String unit) {
      this.name = name;
      this.total = total;
      this.unit = unit;
    }

    private void advance(long amount) {
      done.addAndGet(amount);
      show(false);
    }

    private void end() {
      show(true);
    }

    private synchronized void show(boolean last) {
      long now = System.nanoTime();
      if (!last && now - lastShown < betweenNanos) {
        return;
      }
      if (last && !terminal && shownCount == done.get()) {
        return; // the log already has this line
      }
      lastShown = now;
      shownCount = done.get();
      double seconds = (now - start) / 1e9;
      if (terminal) {
        out.print(IN_PLACE.formatted(fitted(seconds)) + (last ? "\n" : ""));
        out.flush();
      } else if (!last || shown || seconds >= 1) {
        out.println(line(seconds, true, 0));
      }
      shown = true;
    }

    private String fitted(double seconds) {
      String text = line(seconds, true, 0);
      int room = columns - 2 - text.length(); // a space after the bar, and the last column free
      if (total > 0 && room >= NARROWEST_BAR) {
        return line(seconds, true, Math.min(room, WIDEST_BAR));
      }
      if (text.length() < columns) {
        return text;
      }
      text = line(seconds, false, 0);
      return text.substring(0, Math.min(text.length(), Math.max(0, columns - 1)));
    }

    private String line(double seconds, boolean counts, int bar) {
      long count = done.get();
      StringBuilder text = new StringBuilder(name).append(' ');
      if (total > 0) {
        double part = Math.min(1, (double) count / total);
        if (bar > 0) {
          int filled = (int) (part * bar);
          text.append("━".repeat(filled)).append("╌".repeat(bar - filled)).append(' ');
        }
        text.append(String.format(Locale.ROOT, "%3.0f %%", Math.floor(100 * part)));
        if (counts) {
          text.append(' ').append(grouped(count)).append('/').append(grouped(total));
          text.append(' ').append(unit);
        }
      } else {
        text.append(grouped(count)).append(' ').append(count == 1 ? one(unit) : unit);
      }
      text.append(", ").append(pace(count, seconds, unit));
      if (total > 0 && count < total && count > 0) {
        text.append(", ").append(duration(seconds * (total - count) / count)).append(" left");
      } else {
        text.append(", ").append(duration(seconds));
      }
      return text.toString();
    }
  }

  /** Returns the units per second or, for slow work, the time per unit. */
  static String pace(long count, double seconds, String unit) {
    if (count == 0 || count >= SLOW * seconds) {
      return grouped(seconds > 0 ? Math.round(count / seconds) : 0) + "/s";
    }
    return String.format(Locale.ROOT, "%.1f s/%s", seconds / count, one(unit));
  }

  private static String one(String unit) {
    return unit.replaceFirst("(?<=(ch|sh|x))es$|s$", "");
  }

  private static String grouped(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String duration(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 60) {
      return whole + " s";
    }
    if (whole < 3600) {
      return String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60);
    }
    return String.format(Locale.ROOT, "%d:%02d h", whole / 3600, whole / 60 % 60);
  }
}
