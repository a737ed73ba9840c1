package dev.falcon.mining.corpus;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A judge's scores, and their use in place of the cosine.
 *
 * @param scores a table {@code query_key, corpus_key, score}; a pair without a score is excluded
 * @param uses of the judge's score
 */
public record Judging(Path scores, Set<Use> uses) {
  /** Uses of a judge's score in place of the cosine. */
  public enum Use {
    /** In margins and bounds. */
    FILTER,
    /** In the order of a list. */
    RANK,
    /** In the score columns for trainers. */
    SCORES
  }

  public Judging {
    uses = Set.copyOf(uses);
  }

  /** The uses by name, sorted. */
  Set<String> names() {
    Set<String> names = new TreeSet<>();
    uses.forEach(use -> names.add(use.name().toLowerCase(Locale.ROOT)));
    return names;
  }
}
