// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.mining.lists.ListColumns;
import dev.falcon.mining.policy.Policies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** The values that completion offers for flags whose values are not an enum's. */
public final class OfferedValues {
  private OfferedValues() {}

  /** The values of a flag, as picocli asks for them. */
  public abstract static class Values extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    protected Values(Collection<String> values) {
      super(values);
    }
  }

  /** The policies that need no number. */
  public static final class OfPolicies extends Values {
    private static final long serialVersionUID = 1;

    OfPolicies() {
      super(
          Policies.all().stream()
              .filter(policy -> policy.number().isEmpty())
              .map(Policies.Entry::name)
              .toList());
    }
  }

  /** The layouts of lists of negatives. */
  public static final class OfColumns extends Values {
    private static final long serialVersionUID = 1;

    OfColumns() {
      super(Arrays.stream(ListColumns.values()).map(ListColumns::label).toList());
    }
  }

  /** The presets of Scenes. */
  public static final class OfScenes extends Values {
    private static final long serialVersionUID = 1;

    OfScenes() {
      super(List.of("easy", "standard", "hard"));
    }
  }
}
