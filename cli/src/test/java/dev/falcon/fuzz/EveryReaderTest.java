package dev.falcon.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every reader promises, of its seeds and of some hundred changes to them. */
class EveryReaderTest {
  private static final int CHANGES = 100;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Target.class)
  void keepsItsPromisesWhateverTheBytes(Target target) throws Exception {
    Path scratch = Files.createDirectories(folder.resolve("scratch"));
    Seeds factory = new Seeds(folder);
    factory.prepare(target, scratch);
    List<byte[]> seeds = factory.of(target);
    boolean anyIsRead = false;
    for (byte[] seed : seeds) {
      anyIsRead |= Guard.measured(target, seed, scratch);
    }
    assertThat(anyIsRead).as("one of the seeds is sound").isTrue();
    Mutator mutator = new Mutator(seeds, 1);
    for (int i = 0; i < CHANGES; i++) {
      Guard.measured(target, mutator.next(), scratch);
    }
  }
}
