// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void isOnePageWithAllItNeedsAndTextStaysText() {
    String page =
        new Page("A & B")
            .facts(Map.of("rows <", "3"))
            .section("S")
            .part("P")
            .paragraph("<script>")
            .add(new HtmlTable(List.of("name", "value")).row(List.of("x", "<1")))
            .add(HtmlTable.ofTexts(List.of("t")))
            .end("seed 1");
    assertThat(page)
        .startsWith("<!doctype html>\n")
        .contains("<title>A &amp; B</title>", "<h1>A &amp; B</h1>", "prefers-color-scheme: dark")
        .contains("<dt>rows &lt;</dt><dd>3</dd>", "<p>&lt;script&gt;</p>")
        .contains("<tr><th>name</th><th>value</th></tr>", "<tr><td>x</td><td>&lt;1</td></tr>")
        .contains("<table class=\"texts\">", ">seed 1; falcon ")
        .doesNotContain("http", "<script>", "src=");
  }

  @Test
  void picturesAreShownWhereBrowsersShowTheirType() {
    byte[] png = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 1};
    assertThat(Markup.picture(Optional.of(png), "a\"b", 9))
        .isEqualTo("<img alt=\"a&quot;b\" src=\"data:image/png;base64,iVBORw0KGgoB\">\n");
    assertThat(Markup.picture(Optional.of(png), "", 8)).contains(">png, 9 bytes<");
    assertThat(Markup.picture(Optional.of(new byte[] {'I', 'I', '*', 0}), "", 8))
        .contains(">tif, 4 bytes<");
    assertThat(Markup.picture(Optional.of(new byte[1]), "", 8)).contains(">unknown type, 1 bytes<");
    assertThat(Markup.picture(Optional.empty(), "", 8)).contains(">no image<");
  }
}
