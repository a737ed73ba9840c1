// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every reader promises, of its seeds and of some hundred changes to them. */
class EveryReaderTest {
  @TempDir private Path folder;

  private static Stream<Arguments> readers() {
    return Input.all().stream().map(input -> Arguments.of(input.label(), input));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("readers")
  void keepsItsPromisesWhateverTheBytes(String label, Input target) throws Exception {
    Path scratch = Files.createDirectories(folder.resolve("scratch"));
    Seeds factory = new Seeds(folder);
    target.prepare(factory, scratch);
    List<byte[]> seeds = target.seeds(factory);
    boolean anyIsRead = false;
    for (byte[] seed : seeds) {
      anyIsRead |= Guard.measured(target, seed, scratch);
    }
    assertThat(anyIsRead).as("one of the seeds is sound").isEqualTo(target.ends());
    Mutator mutator = new Mutator(seeds, 1);
    for (int i = 0; i < target.changes(); i++) {
      Guard.measured(target, mutator.next(), scratch);
    }
  }
}
