package dev.falcon.mining;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Which samples of a search space must not share a batch, and why.
 *
 * @param reason what is counted when a candidate is withheld, such as {@code "same-image"}
 * @param groupOf the group of each sample; -1 for a sample that conflicts with none
 * @param members the samples of each group
 */
public record Conflicts(String reason, int[] groupOf, int[][] members) {
  private static final int[] NONE = {};

  /**
   * Samples with equal labels conflict; null labels never do.
   *
   * @param labels one a sample of the space
   */
  public static Conflicts ofEqual(String reason, List<String> labels) {
    Map<String, Integer> groups = new HashMap<>();
    int[] groupOf = new int[labels.size()];
    int[] sizes = new int[labels.size()];
    for (int i = 0; i < groupOf.length; i++) {
      String label = labels.get(i);
      groupOf[i] = label == null ? -1 : groups.computeIfAbsent(label, key -> groups.size());
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
    return new Conflicts(Objects.requireNonNull(reason), groupOf, members);
  }

  /** The samples that must not be with this one, itself among them. */
  public int[] with(int sample) {
    return groupOf[sample] < 0 ? NONE : members[groupOf[sample]];
  }
}
