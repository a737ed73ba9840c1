// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form: some commands, each disturbed once in some ways. */
class FaultsTest {
  private static final Path SHELL = Path.of("/bin/bash");

  @TempDir private Path folder;

  @Test
  void disturbedCommandsComeToTheSameBytes() throws Exception {
    assumeTrue(Files.exists(SHELL), "skipped: there is no bash to limit files with");
    Faults faults = new Faults(folder, 1, 1);
    faults.undisturbed(Work.GENERATE);
    held(faults, Work.GENERATE, List.of(Fault.KILLED, Fault.SMALL_FILES, Fault.TWICE));
    faults.undisturbed(Work.CONVERT);
    held(faults, Work.CONVERT, List.of(Fault.KILLED, Fault.CHANGED));
  }

  private static void held(Faults faults, Work work, List<Fault> kinds) throws Exception {
    for (Fault fault : kinds) {
      Faults.Verdict verdict = faults.disturbed(work, fault);
      assertThat(verdict.held()).as(work + ", " + fault + ": " + verdict.words()).isTrue();
    }
  }
}
