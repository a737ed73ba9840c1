// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captions and keys that attack: markup, formulas, line feeds, what steers a terminal. */
class HostileNamesTest {
  private static final String MARKUP = "<script>alert(1)</script>\"><img src=x onerror=alert(1)>";
  private static final String STEERING = "\u001b]0;title\u0007\u001b[2J\u202egpj";

  @TempDir private Path folder;

  /** A JSON list of pictures and captions, ALBEF's way. */
  private Path data() throws IOException {
    byte[] png =
        Base64.getDecoder()
            .decode(
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5"
                    + "ErkJggg==");
    Files.write(folder.resolve("=a.png"), png);
    Files.write(folder.resolve("b.png"), png);
    String escaped = STEERING.replace("\u001b", "\\u001b").replace("\u0007", "\\u0007");
    return Files.writeString(
        folder.resolve("data.json"),
        "[{\"image\": \"=a.png\", \"caption\": \"%s %s\"}, {\"image\": \"b.png\", \"caption\":"
                .formatted(escaped, MARKUP.replace("\"", "\\\""))
            + " \"=HYPERLINK(1)\\nnext\"}]");
  }

  @Test
  void neitherPagesNorTheTerminalObeyThem() throws IOException {
    Path page = folder.resolve("page.html");
    Cli.Result result = Cli.launch("data", "inspect", data(), "--html=" + page);

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output()).doesNotContain("\u001b", "\u0007", "\u202e").contains("\\u001b");
    assertThat(Files.readString(page, StandardCharsets.UTF_8))
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .doesNotContain("<script", "<img src=x", "\u001b", "\u202e");
  }

  @Test
  void aModelForgesNoLine() throws IOException {
    Path model = Files.createDirectory(folder.resolve("model"));
    Path shipped = Path.of(System.getProperty("falcon.home"), "onnx-models", "scenes-tiny");
    Files.createDirectory(model.resolve("onnx"));
    Files.copy(shipped.resolve("onnx/vision_model.onnx"), model.resolve("onnx/vision_model.onnx"));
    String forged = "clip\\ncuda:0        opens";
    Files.writeString(model.resolve("config.json"), "{\"model_type\": \"" + forged + "\"}");

    Cli.Result result = Cli.launch("model", "inspect", model);

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output()).contains("model type    " + forged + "\n");
  }
}
