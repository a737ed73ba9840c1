// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTextTest {
  @Test
  void controlCharactersAreShownAsText() {
    assertThat(PrintableText.line("a\u001b[31mred\u0007\r\nnext\t\u0085"))
        .isEqualTo("a\\u001b[31mred\\u0007\\r\\nnext\\t\\u0085");
    assertThat(PrintableText.line("\u202egpj.exe\u2066\u2028"))
        .isEqualTo("\\u202egpj.exe\\u2066\\u2028");
  }

  @Test
  void aTextOfManyLinesKeepsThem() {
    assertThat(PrintableText.lines("a\nb\u001b]0;title\u0007\r\n"))
        .isEqualTo("a\nb\\u001b]0;title\\u0007\\r\n");
  }

  @Test
  void otherTextIsLeftAlone() {
    String text = "Zoë – 雪 😀 <b> =1+1";
    assertThat(PrintableText.line(text)).isSameAs(text);
  }
}
