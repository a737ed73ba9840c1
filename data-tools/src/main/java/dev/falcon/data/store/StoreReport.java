package dev.falcon.data.store;

import dev.falcon.data.Reject;
import java.util.List;

/**
 * The result of checking a store.
 *
 * @param rows the rows of the store
 * @param rescaledRows number of rows with a vector that is not normalised; reading normalises it
 * @param rejectedRows the numbers of the unusable rows, ascending
 * @param rejects the reason for each of them, in the same order
 */
public record StoreReport(
    long rows, long rescaledRows, List<Long> rejectedRows, List<Reject> rejects) {
  public StoreReport {
    rejectedRows = PackedRejects.unchanging(rejectedRows);
    rejects = PackedRejects.unchanging(rejects);
  }
}
