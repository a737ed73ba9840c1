// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.mining.policy.Policies;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ResourceBundle;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Supplies the names and meanings of policies, and the presets, to the help texts, each from its
 * single source, which is read only when a help text shows it.
 */
public final class PolicyHelp extends ResourceBundle {
  private static final String POLICIES = "policies";
  private static final String POLICY_NAMES = "policy-names";
  private static final String METHOD_NAMES = "method-names";
  private static final String PRESETS = "presets";
  private static final int WIDTH = 13;

  private final UnaryOperator<String> others;

  /**
   * Creates the texts.
   *
   * @param others returns the text of a key of the laboratory's commands
   */
  public PolicyHelp(UnaryOperator<String> others) {
    this.others = others;
  }

  @Override
  public Enumeration<String> getKeys() {
    return Collections.enumeration(List.of(POLICIES, POLICY_NAMES, METHOD_NAMES, PRESETS));
  }

  @Override
  protected Object handleGetObject(String key) {
    return switch (key) {
      case POLICIES ->
          Policies.all().stream()
              .map(entry -> ("  %-" + WIDTH + "s%s").formatted(entry.form(), entry.meaning()))
              // Not %n: picocli formats a description before it inserts the content of a bundle.
              .collect(Collectors.joining("\n"));
      case POLICY_NAMES -> Policies.names();
      case METHOD_NAMES, PRESETS -> others.apply(key);
      default -> null;
    };
  }
}
