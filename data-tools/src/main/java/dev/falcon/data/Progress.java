package dev.falcon.data;

/**
 * Where long work says how far it is. The library reports; who shows it, and how, is the caller's
 * choice. Implementations are thread-safe.
 */
public interface Progress {
  /** Shows nothing. */
  Progress NONE = (name, total, unit) -> new Task(amount -> {}, () -> {});

  /**
   * Begins a task.
   *
   * @param name what is done, such as {@code "mining"}
   * @param total how many units it has; -1 where that is not known
   * @param unit the unit's plural, such as {@code "samples"}
   */
  Task begin(String name, long total, String unit);

  /** A task under way; closed when it ends, well or not. */
  record Task(Advance advance, Runnable end) implements AutoCloseable {
    /** Says that so many more units are done. */
    public void advance(long amount) {
      advance.by(amount);
    }

    @Override
    public void close() {
      end.run();
    }
  }

  /** Takes the number of units done since the last call. */
  @FunctionalInterface
  interface Advance {
    void by(long amount);
  }
}
