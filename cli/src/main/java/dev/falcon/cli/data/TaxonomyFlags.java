// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.data.InputRole;
import dev.falcon.data.RequestException;
import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.taxonomy.CaptionRules;
import dev.falcon.data.taxonomy.TaxonomyRequest;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Flags for captions of labelled images. */
final class TaxonomyFlags {
  @InputFlag(InputRole.TAXONOMY)
  @Option(
      names = "--captions-from",
      paramLabel = "FILE",
      description =
          "Caption labelled images by this taxonomy, a tab-separated table child, parent, names,"
              + " and list all pairs that match. The class of an image is its label or its first"
              + " folder.")
  private Path taxonomy;

  @Effect(with = "--captions-from")
  @Option(
      names = "--captions-per-image",
      paramLabel = "N",
      description = "Captions per image from the taxonomy (1).")
  private Integer captionsPerImage;

  @Effect(with = "--captions-from")
  @Option(
      names = "--generality",
      paramLabel = "P",
      description = "Probability of each further step up the taxonomy (0.4).")
  private Double generality;

  @Effect(with = "--captions-from")
  @Option(
      names = "--most-true",
      paramLabel = "SHARE",
      description = "Maximum share of the images that a named kind may be true of (0.25).")
  private Double mostTrue;

  @Effect(with = "--captions-from")
  @Option(
      names = "--colours",
      paramLabel = "P",
      description =
          "Probability that a caption names the colour of the image's centre and, likewise, that"
              + " of its border (0).")
  private Double colours;

  @Effect(with = "--captions-from")
  @Option(
      names = "--templates",
      paramLabel = "FILE",
      description =
          "A file of texts, one per line, with {a} or {c} for the name with or without an article.")
  private Path templates;

  @Effect(with = "--captions-from")
  @Option(names = "--seed", paramLabel = "N", description = "The seed of the captions (1).")
  private Long seed;

  @Effect(with = "--captions-from")
  @Option(
      names = "--truth",
      paramLabel = "LIST",
      description = "List all true pairs in parquet or jsonl, or none (parquet).")
  private TruthList truth;

  /** Returns the request; empty without a taxonomy. */
  Optional<TaxonomyRequest> request(ConversionRequest conversion) {
    if (taxonomy == null) {
      return Optional.empty();
    }
    if (conversion.order().isPresent()) {
      throw new RequestException("--captions-from and --plan cannot be combined; convert twice");
    }
    TruthList listed = truth == null ? TruthList.PARQUET : truth;
    return Optional.of(new TaxonomyRequest(conversion, taxonomy, rules(), listed.format()));
  }

  private CaptionRules rules() {
    return new CaptionRules(
        captionsPerImage == null ? 1 : captionsPerImage,
        generality == null ? CaptionRules.GENERALITY : generality,
        mostTrue == null ? CaptionRules.MOST_TRUE : mostTrue,
        templates == null ? CaptionRules.TEMPLATES : CaptionRules.readTemplates(templates),
        seed == null ? 1 : seed,
        colours == null ? 0 : colours);
  }
}
