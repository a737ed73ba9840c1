package dev.falcon.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form: some commands, each disturbed once in each way. */
class FaultsTest {
  private static final Path LIMITS = Path.of("/bin/bash");

  @TempDir private Path folder;

  @Test
  void killedAndDoubledAndWithoutRoomCommandsComeToTheSameBytes() throws Exception {
    Faults faults = new Faults(folder, 1);
    double generate = faults.undisturbed(Work.GENERATE);
    assertThat(faults.killed(Work.GENERATE, 1, generate)).startsWith("the same bytes");
    assertThat(faults.twice(Work.GENERATE))
        .startsWith("the same bytes; the other: ")
        .containsAnyOf("is writing there; wait for its end", "exists and is not empty");
    double convert = faults.undisturbed(Work.CONVERT);
    assertThat(faults.killed(Work.CONVERT, 1, convert)).startsWith("the same bytes");
    assumeTrue(Files.exists(LIMITS), "skipped in part: there is no bash to limit files with");
    assertThat(faults.withoutRoom(Work.GENERATE, 8))
        .startsWith("the same bytes; had said: falcon data generate scenes: ")
        .contains("File too large");
  }
}
