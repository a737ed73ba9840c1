// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class ReadingFlagsTest {
  @Test
  void everyFlagIsRecordedAndReadBack() {
    for (OptionSpec option : CommandSpec.forAnnotatedObject(new ReadingFlags()).options()) {
      ReadingFlags flags = new ReadingFlags();
      Object[] values = option.type().getEnumConstants();
      String value = values == null ? "name" : values[0].toString();
      String word = option.names()[0];
      new CommandLine(flags)
          .setCaseInsensitiveEnumValuesAllowed(true)
          .parseArgs(option.arity().max() == 0 ? word : word + "=" + value);
      assertThat(flags.given()).as(word).containsOnlyKeys(word.substring(2));
      assertThat(ReadingFlags.recorded(flags.given()).given()).as(word).isEqualTo(flags.given());
    }
  }
}
