// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.cli.internal.option.RecordedFlags;
import dev.falcon.data.InputRole;
import dev.falcon.mining.audit.request.AuditOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The flags for drawing and counting in an audit. */
final class CountFlags implements RecordedFlags {
  @Effect(without = "--draw-only")
  @Option(
      names = "--thresholds",
      split = ",",
      paramLabel = "T",
      description =
          "A matching model's score above T counts as a match (default: 0.5,0.8,0.98). Cosines are"
              + " not probabilities: without --calibrate-on, only the distribution of their scores"
              + " is reported.")
  private List<Double> thresholds = AuditOptions.DEFAULT_THRESHOLDS;

  @Option(
      names = "--max-pairs",
      paramLabel = "N",
      description =
          "Maximum number of pairs to judge, in all strata together (default: ${DEFAULT-VALUE}).")
  private long maxPairs = AuditOptions.DEFAULT_MAX_PAIRS;

  @Effect(without = "--draw-only")
  @Option(
      names = "--precision",
      paramLabel = "P",
      converter = Width.class,
      description = "Judge no more pairs of a stratum than are needed for a rate precise to ± P.")
  private Double precision;

  @InputFlag(InputRole.CALIBRATION)
  @Option(
      names = "--calibrate-on",
      paramLabel = "FILE",
      description = "Labelled pairs of the same data, from which the judges' errors are estimated.")
  private Path calibration;

  @Effect(with = "--calibrate-on")
  @Option(
      names = "--target-precision",
      paramLabel = "P",
      description =
          "With --calibrate-on: the precision for which a threshold is fitted (default:"
              + " ${DEFAULT-VALUE}).")
  private double targetPrecision = AuditOptions.DEFAULT_TARGET_PRECISION;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of every draw (default: ${DEFAULT-VALUE}).")
  private long seed = 42;

  /** Parses half the width of an interval. */
  static final class Width implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      try {
        return Double.valueOf(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "'"
                + text
                + "' is not a number; for a graph's number format, use --model-precision "
                + text);
      }
    }
  }

  AuditOptions options() {
    return new AuditOptions(thresholds, maxPairs, precision, targetPrecision, seed);
  }

  /** Returns the file of labelled pairs from which the judges' errors are estimated. */
  Optional<Path> calibration() {
    return Optional.ofNullable(calibration);
  }
}
