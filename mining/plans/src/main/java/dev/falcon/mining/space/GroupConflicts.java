// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.mining.algorithm.Conflicts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Groups of conflicting samples.
 *
 * @param groupOf the group with which each sample conflicts; -1 for none
 * @param members the samples of each group
 */
record GroupConflicts(String reason, Yielding yielding, int[] groupOf, int[][] members)
    implements Conflicts {
  private static final int[] NONE = {};

  /**
   * Returns conflicts between samples with equal labels; a sample without a label has none.
   *
   * @param labels the label of each sample of the space
   */
  public static Conflicts ofEqual(String reason, Yielding yielding, List<Optional<String>> labels) {
    Map<String, Integer> groups = new HashMap<>();
    int[] groupOf = new int[labels.size()];
    int[] sizes = new int[labels.size()];
    for (int i = 0; i < groupOf.length; i++) {
      groupOf[i] =
          labels
              .get(i)
              .map(label -> groups.computeIfAbsent(label, key -> groups.size()))
              .orElse(-1);
      if (groupOf[i] >= 0) {
        sizes[groupOf[i]]++;
      }
    }
    int[][] members = new int[groups.size()][];
    Arrays.setAll(members, group -> new int[sizes[group]]);
    for (int i = groupOf.length - 1; i >= 0; i--) {
      if (groupOf[i] >= 0) {
        members[groupOf[i]][--sizes[groupOf[i]]] = i;
      }
    }
    return new GroupConflicts(Objects.requireNonNull(reason), yielding, groupOf, members);
  }

  /**
   * Returns conflicts between each sample and those in its list.
   *
   * @param others the list of each sample; symmetric // [samples][]
   */
  static Conflicts ofLists(String reason, int[][] others) {
    int[] groupOf = new int[others.length];
    Arrays.setAll(groupOf, sample -> others[sample].length == 0 ? -1 : sample);
    return new GroupConflicts(Objects.requireNonNull(reason), Yielding.NEVER, groupOf, others);
  }

  @Override
  public int[] with(int sample) {
    return groupOf[sample] < 0 ? NONE : members[groupOf[sample]];
  }
}
