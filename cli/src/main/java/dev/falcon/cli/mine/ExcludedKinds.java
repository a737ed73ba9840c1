// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The values of {@code --exclude}. */
final class ExcludedKinds {
  private static final String NONE = "none";
  private static final List<Exclusion> NAMED =
      List.of(Exclusion.SAME_IMAGE, Exclusion.SAME_CAPTION);

  private ExcludedKinds() {}

  /** The values for lists from a corpus. */
  static class OfLists extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    OfLists() {
      NAMED.forEach(exclusion -> add(exclusion.label()));
      add(NONE);
    }
  }

  /** The values for batches. */
  static final class OfBatches extends OfLists {
    private static final long serialVersionUID = 1;

    OfBatches() {
      add(size() - 1, Constraints.NEAR_IMAGE);
    }
  }

  /**
   * Returns the properties that must not occur twice.
   *
   * @throws RequestException if a value is none of those for lists
   */
  static Set<Exclusion> of(List<String> labels) {
    return of(labels, new OfLists());
  }

  /**
   * Returns the properties that must not occur twice.
   *
   * @param offered the possible values, for the message
   */
  static Set<Exclusion> of(List<String> labels, List<String> offered) {
    Set<Exclusion> chosen = EnumSet.noneOf(Exclusion.class);
    if (!labels.equals(List.of(NONE))) {
      labels.forEach(label -> chosen.add(exclusion(label, offered)));
    }
    return chosen;
  }

  private static Exclusion exclusion(String label, List<String> offered) {
    String name = label.replace('_', '-');
    return NAMED.stream()
        .filter(exclusion -> exclusion.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    "--exclude does not know '"
                        + label
                        + "'; it takes "
                        + String.join(", ", offered)));
  }
}
