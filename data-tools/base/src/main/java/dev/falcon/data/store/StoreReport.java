// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.Reject;
import java.util.List;

/**
 * The result of checking a store.
 *
 * @param rows the number of rows of the store
 * @param rescaledRows the number of rows with a vector that is stored unnormalised and normalised
 *     when it is read
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
