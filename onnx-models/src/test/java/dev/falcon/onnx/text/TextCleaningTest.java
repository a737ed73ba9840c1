// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextCleaningTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "It’s “fine”…|it's \"fine\"…",
        "Rock &amp; roll|rock & roll",
        "Rock &amp;amp;amp; roll|rock & roll",
        "fi: \ufb01ne o\ufb03ce \u0133s|fi: fine office ijs",
        "ＦＵＬＬ　width|full width",
        "cafe\u0301|café",
        "caf\u00c3\u00a9|café",
        "caf\u00c3\u00a9 \u4e2d|café 中",
        "itâ€™s|it's",
        "ðŸ˜€ grin|😀 grin",
        "a dash \u0097 here|a dash — here",
        "zero\u0000width\ufeff|zerowidth",
        "\u001b[31mred\u001b[0m|red",
        "<b>&eacute;</b>|<b>é</b>",
        "&EACUTE;|é",
        "&notit; &lt|¬it; <",
        "&#8217;&#x27;&#150;|''–",
      })
  void openClipRepairs(String caption, String expected) {
    assertThat(TextCleaning.OPEN_CLIP.apply(caption)).isEqualTo(expected);
  }

  @Test
  void openClipMakesEveryRunOfWhiteSpaceOneBlank() {
    assertThat(TextCleaning.OPEN_CLIP.apply("  two \t blanks\u00a0and\u3000more \r\n"))
        .isEqualTo("two blanks and more");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not such a fan of charlotte brontë…\"",
        "ahå™, the new sofa from ikea®",
        "voilà — naïve façade, 30 °c, ½ price",
        "größe: 5 µm ± 2",
        "日本語 и русский",
      })
  void openClipLeavesRightTextAlone(String caption) {
    assertThat(TextCleaning.OPEN_CLIP.apply(caption)).isEqualTo(caption);
  }

  @Test
  void lowerKeepsPunctuationAndWhiteSpace() {
    assertThat(TextCleaning.LOWER.apply("A  Red, \"Ring\"!")).isEqualTo("a  red, \"ring\"!");
  }

  @Test
  void siglipDropsPunctuation() {
    assertThat(TextCleaning.SIGLIP.apply("A photo_of a \"Cat\"; it’s 3-legged."))
        .isEqualTo("a photo of a cat its 3legged");
  }

  @Test
  void blipSpacesPunctuationAndKeepsThirtyWords() {
    assertThat(TextCleaning.BLIP.apply(" A man's dog, (brown)...  Runs - fast! \n"))
        .isEqualTo("a man's dog, brown runs - fast");
    String longCaption = String.join(" ", Collections.nCopies(40, "word"));
    assertThat(TextCleaning.BLIP.apply(longCaption).split(" ")).hasSize(30);
  }

  @Test
  void albefDeletesPunctuation() {
    assertThat(TextCleaning.ALBEF.apply("<PERSON>'s t-shirt, red/blue:  it's!"))
        .isEqualTo("persons t shirt red blue its");
  }

  @Test
  void namesAreReadAsTheyAreWritten() {
    for (TextCleaning cleaning : TextCleaning.values()) {
      assertThat(TextCleaning.parse(cleaning.id())).isEqualTo(cleaning);
    }
    assertThat(TextCleaning.parse("open-clip")).isEqualTo(TextCleaning.OPEN_CLIP);
    assertThatThrownBy(() -> TextCleaning.parse("clip"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("'clip'")
        .hasMessageContaining("open_clip");
  }
}
