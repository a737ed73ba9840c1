// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class ConfigTreeTest {
  @Test
  void aTreeHoldsNothingButWhatYamlCanSay() {
    ObjectNode tree = ConfigTree.empty().putPOJO("key", new Object());
    assertThatThrownBy(() -> ConfigTree.write(tree))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a configuration is always expressible in YAML");
  }
}
