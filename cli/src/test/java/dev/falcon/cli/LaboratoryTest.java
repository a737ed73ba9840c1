// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** This module is without the laboratory. */
class LaboratoryTest {
  @ParameterizedTest
  @ValueSource(strings = {"train", "finetune", "check-device", "reproduce", "export", "tell"})
  void aCommandOfTheLaboratorySaysWhatToBuild(String command) {
    for (String argument : new String[] {"--help", "--preset=scenes-tiny", "run"}) {
      Cli.Result result = Cli.launch(command, argument);
      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.errors())
          .hasLineCount(1)
          .contains("this build is without the laboratory", "mvn -Pquick,launcher");
    }
  }

  @Test
  void helpListsItsCommands() {
    assertThat(Cli.launch("--help").output())
        .contains("Train a vision-language model with FALCON")
        .contains("check-device");
  }
}
