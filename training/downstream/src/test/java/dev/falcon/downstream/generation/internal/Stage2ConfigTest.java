// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Stage2ConfigTest {
  @TempDir private Path folder;

  private void refused(String json, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("config.json"), json);
    assertThatThrownBy(() -> Stage2Config.read(file))
        .isInstanceOf(FalconException.class)
        .hasMessage(file + ": " + message);
  }

  @Test
  void anotherModelIsRefused() throws IOException {
    refused("{\"model_type\": \"opt\"}", "model_type is 'opt'; Falcon reads BLIP-2 with 'blip-2'");
  }

  @Test
  void aBlip2NeedsALanguageModel() throws IOException {
    refused(
        "{\"model_type\": \"blip-2\"}",
        "names no language model (text_config); expected BLIP-2's second stage");
  }
}
