// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.mining.policy.Policies;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.MethodConfig;
import java.util.ListResourceBundle;
import java.util.stream.Collectors;

/**
 * Supplies the names and meanings of policies, and the presets, to the help texts, each from its
 * single source.
 */
public final class PolicyHelp extends ListResourceBundle {
  private static final int WIDTH = 13;

  @Override
  protected Object[][] getContents() {
    String lines =
        Policies.all().stream()
            .map(entry -> ("  %-" + WIDTH + "s%s").formatted(entry.form(), entry.meaning()))
            // Not %n: picocli formats a description before it inserts the content of a bundle.
            .collect(Collectors.joining("\n"));
    return new Object[][] {
      {"policies", lines},
      {"policy-names", Policies.names()},
      {"method-names", MethodConfig.names()},
      {"presets", String.join(", ", ConfigReader.PRESETS)}
    };
  }
}
