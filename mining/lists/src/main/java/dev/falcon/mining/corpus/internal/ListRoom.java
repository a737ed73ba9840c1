// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.CorpusSummary;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Refuses lists that cannot be as long as they must be, and files without a list. */
public final class ListRoom {
  private ListRoom() {}

  /**
   * Compares the requested number of negatives with the greatest number that any query can have,
   * before the search.
   *
   * @throws RequestException if no list can be written
   */
  public static void require(CorpusRequest request, Exclusions exclusions, Consumer<String> notes) {
    ListSelection selection = request.selection();
    long wanted = (long) selection.rangeMin() + selection.count();
    if (wanted <= exclusions.corpus().count() / 2) {
      return; // as good as always possible, and not worth a look at every query
    }
    long most =
        IntStream.range(0, exclusions.queries().count())
            .parallel()
            .mapToLong(query -> exclusions.of(query).candidates() - selection.rangeMin())
            .max()
            .orElse(0);
    if (selection.count() <= most) {
      return;
    }
    String possible =
        String.format(
            Locale.ROOT,
            "at most %,d %s possible among the %,d items%s",
            Math.max(0, most),
            most == 1 ? "negative of a list is" : "negatives of a list are",
            exclusions.corpus().count(),
            selection.rangeMin() == 0 ? "" : " after range-min=" + selection.rangeMin());
    if (most <= 0 || selection.shortLists() == ShortLists.DROP) {
      throw new RequestException(possible + "; num-negatives=" + selection.count());
    }
    notes.accept(
        String.format(
            Locale.ROOT, "warning: %s, fewer than the %,d asked", possible, selection.count()));
  }

  /**
   * Refuses a file without a negative.
   *
   * @throws FalconException if there is none
   */
  public static void requireSome(Path file, CorpusRequest request, CorpusSummary lists) {
    if (lists.negatives() > 0) {
      return;
    }
    throw new FalconException(
        String.format(
            Locale.ROOT,
            "%s: would hold no negative: of %,d queries, %,d have fewer than %,d candidates that"
                + " pass, and the form cannot hold %,d lists; ask for fewer negatives, or for weaker"
                + " filters",
            file,
            lists.queries(),
            lists.shortLists(),
            request.selection().count(),
            lists.unplaced()));
  }
}
