package dev.falcon.cli.mine;

import dev.falcon.mining.audit.request.AuditOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The flags for drawing and counting in an audit. */
final class CountFlags {
  @Option(
      names = "--thresholds",
      split = ",",
      paramLabel = "T",
      description = {
        "A matcher's score above is classified as a match (default: 0.5,0.8,0.98).",
        "Cosines are not probabilities: without --calibrate-on only score distributions are reported."
      })
  private List<Double> thresholds = AuditOptions.DEFAULT_THRESHOLDS;

  @Option(
      names = "--max-pairs",
      paramLabel = "N",
      description =
          "Maximum number of pairs to judge, over all strata (default: ${DEFAULT-VALUE}).")
  private long maxPairs = AuditOptions.DEFAULT_MAX_PAIRS;

  @Option(
      names = "--precision",
      paramLabel = "P",
      converter = Width.class,
      description = "Judge no more pairs of a stratum than make its rate precise to ± P.")
  private Double precision;

  @Option(
      names = "--calibrate-on",
      paramLabel = "FILE",
      description = "Labelled pairs of the same data, to estimate the judges' errors.")
  private Path calibration;

  @Option(
      names = "--target-precision",
      paramLabel = "P",
      description =
          "The precision that a threshold is fitted to with --calibrate-on (default:"
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
            "'" + text + "' is no number; a graph's number format is --model-precision " + text);
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
