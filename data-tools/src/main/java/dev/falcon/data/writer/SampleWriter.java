package dev.falcon.data.writer;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.Sample;
import java.util.Optional;

/**
 * Takes samples and writes them to a file, which appears whole by {@link #commit()} or not at all.
 * Not thread-safe.
 */
public interface SampleWriter extends AutoCloseable {
  /**
   * Why the sample cannot be written, as the reason of a reject; empty where it can. A sample that
   * is refused leaves no trace.
   */
  Optional<String> refusal(Sample sample);

  /**
   * Writes the sample behind those before it.
   *
   * @throws FalconException if it is refused or the file cannot be written
   */
  void write(Sample sample);

  /** Ends the file and moves it into place; nothing is written after that. */
  void commit();

  @Override
  void close();
}
