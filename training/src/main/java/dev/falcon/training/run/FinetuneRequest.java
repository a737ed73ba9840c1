package dev.falcon.training.run;

import dev.falcon.data.Progress;
import dev.falcon.training.config.FinetuneConfig;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * Fine-tuning that is asked for.
 *
 * @param config everything that decides its result
 * @param out the run's folder; a run that was interrupted there goes on
 * @param overwrite whether a run that is there already is thrown away
 * @param cache where datasets that were read are kept for later runs
 * @param progress is told of every step
 * @param stop looked at after every step, and while files are read; once true, the run is saved and
 *     ends
 */
public record FinetuneRequest(
    FinetuneConfig config,
    Path out,
    boolean overwrite,
    Path cache,
    Progress progress,
    BooleanSupplier stop) {}
