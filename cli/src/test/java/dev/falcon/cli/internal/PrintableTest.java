package dev.falcon.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void textOfAnyScriptStaysAsItIs() {
    String text = "ein Bild, 犬, كلب, 👩‍👩‍👧, a\u00a0b";
    assertThat(Printable.of(text)).isSameAs(text);
  }

  @Test
  void whatWouldForgeALineOrSteerTheTerminalIsWrittenOut() {
    assertThat(Printable.of("a\nb\r\tc")).isEqualTo("a\\nb\\r\\tc");
    assertThat(Printable.of("\u001b[2J\u0007\u0000\u009b"))
        .isEqualTo("\\u001b[2J\\u0007\\u0000\\u009b");
    assertThat(Printable.of("a\u2028b\u202ec\u2066\ud800"))
        .isEqualTo("a\\u2028b\\u202ec\\u2066\\ud800");
  }

  @Test
  void cellsOfATableKeepToTheirLine() {
    TextTable table = new TextTable("key", "count").row("a\nforged  7", "1");
    assertThat(table.toString()).isEqualTo("key           count\na\\nforged  7      1\n");
  }
}
