// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists inside one text, as JSON and pandas write them. */
class ListedTextsTest {
  @Test
  void namesMayBeNumbersAndCaptionsMayNot() {
    assertThat(ListedTexts.namesIn("[17, \"a\", null]")).contains(List.of("17", "a"));
    assertThat(ListedTexts.in("[17, \"a\"]")).isEmpty();
    assertThat(ListedTexts.namesIn("['a', \"b's\"]")).contains(List.of("a", "b's"));
    assertThat(ListedTexts.namesIn("[{\"id\": 1}]")).isEmpty();
    assertThat(ListedTexts.namesIn("[begun")).isEmpty();
  }
}
