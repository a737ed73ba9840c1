// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelPageTest {
  @Test
  void aCaptionMayHoldTheNamesOfThePagesPlaces() {
    String pairs = "[{\"text\":\"@SCRIPT@ @STYLE@ @PAIRS@ <b>\"}]";
    String page = LabelPage.standing(pairs);
    assertThat(page).containsOnlyOnce(pairs.replace("<", "\\u003c"));
    assertThat(page.split("<script", -1)).hasSize(3);
  }
}
