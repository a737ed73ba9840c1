package dev.falcon.data.store;

import dev.falcon.data.Reject;
import java.util.List;

/**
 * What a check of a store found.
 *
 * @param rows the rows of the store
 * @param rescaledRows rows of which a vector is not normalised; reading normalises it
 * @param rejectedRows the numbers of the rows that cannot be used, ascending
 * @param rejects why each of them cannot be used, in the same order
 */
public record StoreReport(
    long rows, long rescaledRows, List<Long> rejectedRows, List<Reject> rejects) {
  public StoreReport {
    rejectedRows = List.copyOf(rejectedRows);
    rejects = List.copyOf(rejects);
  }
}
