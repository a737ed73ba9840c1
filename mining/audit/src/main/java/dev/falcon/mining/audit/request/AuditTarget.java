// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.mining.plan.ListKeys;
import dev.falcon.mining.plan.PlanManifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The audited negatives. */
public sealed interface AuditTarget {
  /**
   * A batch plan: the negatives that the chain chose, the hardest in-batch negatives, and all pairs
   * of a batch.
   *
   * @param file the plan, or the folder of its parts
   */
  record Plan(Path file) implements AuditTarget {
    /** Returns the file with the plan's provenance; for a folder of parts, its manifest. */
    public Path companion() {
      return Folders.isFolder(file)
          ? file.resolve(PlanManifest.FILE_NAME)
          : file.resolveSibling(file.getFileName() + ".json");
    }

    /** Returns the file that identifies the plan's content. */
    public Path digested() {
      return Folders.isFolder(file) ? companion() : file;
    }
  }

  /**
   * For anchors of a store, the candidates at these quantiles of similarity in their search space.
   *
   * @param levels the quantiles, in [0, 1]
   * @param searchSpace |M|, at least 2
   */
  record Quantiles(List<Double> levels, int searchSpace) implements AuditTarget {
    public Quantiles {
      // -0 becomes 0: one quantile, and one spelling of it.
      levels = levels.stream().map(level -> level + 0.0).toList();
      if (levels.isEmpty()) {
        throw new RequestException("quantiles: name at least one");
      }
      for (double level : levels) {
        if (!(level >= 0 && level <= 1)) {
          throw new RequestException("a quantile must lie in [0, 1]; quantile=" + level);
        }
      }
      if (searchSpace < 2) {
        throw new RequestException("search-space must be at least 2; search-space=" + searchSpace);
      }
    }
  }

  /** The pairs listed in a table {@code image_key, text_key}. */
  record Pairs(Path file) implements AuditTarget {}

  /**
   * Lists of negatives: the image of each anchor with the text of each of its negatives.
   *
   * @param file a table of keys in the columns of triplets, n-tuples, labeled pairs or ids; or
   *     lists in any other form, beside which there is a table of their keys
   */
  record Lists(Path file) implements AuditTarget {
    /** Returns the table of keys; for a table of texts, the one that mining writes beside it. */
    public Path keys() {
      return ListKeys.of(file);
    }

    /**
     * Returns the direction of lists from a corpus, such as {@code text-image}; empty for other
     * lists.
     */
    public Optional<String> direction() {
      Path companion = file.resolveSibling(file.getFileName() + ".json");
      return Folders.isFile(companion)
          ? Optional.of(Json.readTree(companion).at("/provenance/options/direction").asText(""))
              .filter(direction -> !direction.isEmpty())
          : Optional.empty();
    }
  }
}
