// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A reader of one kind of file, as something that takes bytes. */
interface Input {
  /** A name in lower case, which is an argument of the fuzzer. */
  String label();

  /** Sound inputs, and those that once broke the reader; at least one. */
  List<byte[]> seeds(Seeds factory) throws IOException;

  /** Puts what is read beside the input into a folder. */
  void prepare(Seeds factory, Path scratch) throws IOException;

  /**
   * Reads the bytes as far as Falcon ever would.
   *
   * @param scratch a folder that holds what {@link #prepare} has put there
   * @throws dev.falcon.data.FalconException as readers promise
   */
  void read(byte[] bytes, Path scratch) throws IOException;

  /** How many changes of the seeds are tried in every build. */
  default int changes() {
    return 100;
  }

  /** How much memory it may take beside what the input's length allows. */
  default long freeBytes() {
    return 96L << 20;
  }

  /**
   * Returns whether a sound seed is read to its end; else something beside it is always refused.
   */
  default boolean ends() {
    return true;
  }

  /** All readers. */
  static List<Input> all() {
    return Stream.of(List.of(Target.values()), LibraryReaders.ALL, CommandReaders.ALL)
        .<Input>flatMap(List::stream)
        .toList();
  }

  /** The reader of that label. */
  static Input labelled(String label) {
    return all().stream().filter(input -> input.label().equals(label)).findFirst().orElseThrow();
  }
}
