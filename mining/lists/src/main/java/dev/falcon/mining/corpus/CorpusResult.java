// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.Reject;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of mining a corpus.
 *
 * @param output the file of lists
 * @param summary the summary of the lists
 * @param rejects the unusable rows of the stores
 */
public record CorpusResult(Path output, CorpusSummary summary, List<Reject> rejects) {
  public CorpusResult {
    rejects = List.copyOf(rejects);
  }
}
