// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.Exclusions;
import dev.falcon.mining.corpus.internal.PairCosines;
import dev.falcon.mining.corpus.internal.QueryCandidates;
import dev.falcon.mining.corpus.internal.QueryFacts;
import dev.falcon.mining.corpus.internal.WitnessPartners;
import java.util.Arrays;
import java.util.Optional;

/**
 * Decides whether two lists may share a batch. They may not if a document of one is excluded for
 * the query of the other, such as a known positive or a vetoed item, or is suspected to match it.
 *
 * @param suspects whether similarities are compared with the lists' bounds; always so with a
 *     witness
 * @param witness the second witness
 */
record ListConflicts(Exclusions exclusions, boolean suspects, Optional<WitnessPartners> witness) {
  ListConflicts {
    suspects = suspects || witness.isPresent();
  }

  /**
   * A list by the items of its query and its documents.
   *
   * @param query the query's item
   * @param positives the positives' items in the corpus
   * @param negatives the negatives' items in the corpus
   * @param bound the greatest similarity to the query with which a document is not suspected to
   *     match it
   * @param firstRow the list's first row in its file
   * @param rows the number of its rows
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record BatchedList(
      int query, int[] positives, int[] negatives, float bound, long firstRow, int rows) {
    /** Returns the positives, then the negatives. */
    int[] documents() {
      int[] documents = Arrays.copyOf(positives, positives.length + negatives.length);
      System.arraycopy(negatives, 0, documents, positives.length, negatives.length);
      return documents;
    }
  }

  /**
   * A list with the data that its comparisons need.
   *
   * @param query the vectors of its query; empty if similarities are not compared
   * @param found the vectors of its documents; empty if similarities are not compared
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Member(
      BatchedList list, QueryFacts facts, int[] documents, float[][] query, float[][] found) {}

  Member member(BatchedList list) {
    int[] documents = list.documents();
    return new Member(
        list,
        exclusions.of(list.query()),
        documents,
        suspects ? exclusions.queries().read(new int[] {list.query()}) : new float[0][],
        suspects ? exclusions.corpus().read(documents) : new float[0][]);
  }

  /** Returns the bytes that a list's vectors take. */
  long bytes(int documents) {
    CorpusItems corpus = exclusions.corpus();
    long vector = (long) Float.BYTES * corpus.store().dimension();
    return suspects
        ? vector * (documents * (long) corpus.perItem() + exclusions.queries().perItem())
        : 0;
  }

  /** Returns whether two lists may share a batch. */
  boolean meet(Member one, Member other) {
    return !knows(one, other)
        && !knows(other, one)
        && !(suspects && (suspects(one, other) || suspects(other, one)));
  }

  /** Returns whether a document of the other list is excluded for the query. */
  private boolean knows(Member asked, Member other) {
    for (int item : other.documents()) {
      if (contains(asked.facts().excluded(), item)
          || (asked.facts().bannedGroups().length > 0
              && contains(asked.facts().bannedGroups(), exclusions.texts().groupOf(item)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(int[] sorted, int value) {
    return Arrays.binarySearch(sorted, value) >= 0;
  }

  /** Returns whether a document of the other list is suspected to match the query. */
  private boolean suspects(Member asked, Member other) {
    float[] cosines = new float[other.documents().length];
    int dimension = exclusions.corpus().store().dimension();
    for (int x = 0; x < cosines.length; x++) {
      cosines[x] = PairCosines.of(asked.query(), 0, other.found(), x, dimension);
      if (cosines[x] > asked.list().bound()) {
        return true;
      }
    }
    return witness.isPresent() && confirmed(asked.list().query(), other.documents(), cosines);
  }

  private boolean confirmed(int query, int[] documents, float[] cosines) {
    QueryCandidates found =
        new QueryCandidates(
            query, CorpusItems.NONE, documents, cosines, new int[0], new float[0], 0);
    for (boolean suspected : witness.orElseThrow().suspects(found)) {
      if (suspected) {
        return true;
      }
    }
    return false;
  }
}
