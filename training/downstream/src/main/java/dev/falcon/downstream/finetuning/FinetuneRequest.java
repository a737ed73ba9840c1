// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning;

import dev.falcon.data.Progress;
import dev.falcon.downstream.config.FinetuneConfig;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * A request for fine-tuning.
 *
 * @param config everything that decides the result
 * @param out the run's folder; an interrupted run in it resumes
 * @param overwrite whether an existing run is discarded
 * @param cache the folder in which parsed datasets are kept for later runs
 * @param progress receives every step
 * @param stop polled after every step, and while files are read; once true, the run is saved and
 *     ends
 */
public record FinetuneRequest(
    FinetuneConfig config,
    Path out,
    boolean overwrite,
    Path cache,
    Progress progress,
    BooleanSupplier stop) {
  /** Returns a copy that writes into another folder. */
  FinetuneRequest into(Path folder) {
    return new FinetuneRequest(config, folder, overwrite, cache, progress, stop);
  }
}
