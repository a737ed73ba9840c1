// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CheckDeviceCommandTest {
  @Test
  void theProcessorIsChecked() throws IOException {
    Cli.Result json = Cli.launch("check-device", "--device=cpu", "--steps=20", "--json", "-q");
    assertThat(json.exitCode()).as(json.errors()).isZero();
    JsonNode result = Json.mapper().readTree(json.output());
    assertThat(result.at("/items")).allMatch(item -> item.at("/outcome").asText().equals("PASS"));
    assertThat(result.at("/items/0/name").asText()).isEqualTo("embedding parity");

    Cli.Result text = Cli.launch("check-device", "--device=cpu", "--steps=20", "-q");
    assertThat(text.output())
        .startsWith("on cpu\n")
        .containsPattern("  pass {7}embedding parity: largest difference 0\\.0,")
        .containsPattern("  pass {7}samples a second: \\d");
  }

  @Test
  void aDeviceThatIsNoneIsRefused() {
    Cli.Result result = Cli.launch("check-device", "--device=tpu");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("tpu").hasLineCount(1);
  }
}
