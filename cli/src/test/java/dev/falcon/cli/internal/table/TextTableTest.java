// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TextTableTest {
  private static final TextTable TABLE =
      new TextTable("", "first", "second", "third")
          .row("a", "1", "2", "3")
          .row("bb", "4", "5", "6");

  @Test
  void theFirstColumnIsOnTheLeftAndAllOthersOnTheRight() {
    assertThat(TABLE.toString(24))
        .isEqualTo(
            """
                first  second  third
            a       1       2      3
            bb      4       5      6
            """);
  }

  @Test
  void aRowHasACellUnderEachHeading() {
    assertThatThrownBy(() -> new TextTable("", "first").row("a"))
        .hasMessage("1 cells under 2 headings");
  }

  @Test
  void wideColumnsFollowBelow() {
    assertThat(TABLE.toString(23))
        .isEqualTo(
            """
                first  second
            a       1       2
            bb      4       5

                third
            a       3
            bb      6
            """);
    assertThat(TABLE.toString(1).lines().filter(line -> line.startsWith("bb")).toList())
        .containsExactly("bb      4", "bb       5", "bb      6");
  }
}
