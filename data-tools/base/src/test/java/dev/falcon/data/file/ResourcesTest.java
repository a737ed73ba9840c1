// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class ResourcesTest {
  @Test
  void aFileThatTheBuildLacksIsNamed() {
    assertThatThrownBy(
            () ->
                Resources.read(
                    Resources.class,
                    "none.json",
                    bytes -> Json.mapper().readValue(bytes, JsonNode.class)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("none.json of Falcon's own files cannot be read");
  }
}
