// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.OfferedValues;
import dev.falcon.cli.internal.option.RecordedFlags;
import dev.falcon.data.RequestException;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.ListSelection.Sampling;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.lists.ListColumns;
import dev.falcon.mining.lists.ListLayout;
import dev.falcon.mining.request.MiningOptions;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags for which negatives are listed, and for the files that hold them. */
final class ListOutputFlags implements RecordedFlags {
  @Option(
      names = {"--out", "-o"},
      paramLabel = "FILE",
      description = "The file to write (default: negatives, with the layout's extension).")
  private Path out; // null if not named

  @Option(
      names = "--num-negatives",
      paramLabel = "N",
      description = "Negatives per list (default: ${DEFAULT-VALUE}).")
  private int negatives = 1;

  @Option(
      names = "--range-min",
      paramLabel = "N",
      description = "Skip the N most similar candidates of each query.")
  private int rangeMin = 0;

  @Option(
      names = "--range-max",
      paramLabel = "N",
      description = "Choose from the N most similar candidates of each query.")
  private int rangeMax = Integer.MAX_VALUE;

  @Option(
      names = "--sampling",
      paramLabel = "top|random",
      description =
          "Take the most similar items in the range of ranks, or a random choice from it (default:"
              + " top).")
  private Sampling sampling = Sampling.TOP;

  @Option(
      names = "--short",
      paramLabel = "keep|drop|fill",
      description =
          "Keep lists with too few negatives, drop them, or fill them with random items (default:"
              + " keep; drop for n-tuple).")
  private ShortLists shortLists; // null if not named

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
  private long seed = MiningOptions.DEFAULT_SEED;

  @Option(
      names = "--columns",
      paramLabel = "LAYOUT",
      completionCandidates = OfferedValues.OfColumns.class,
      description =
          "Layout of the lists: triplet, n-tuple, labeled-pair, with --texts also labeled-list; or"
              + " ids, flagembedding, tevatron, vlm2vec, mme5, unime, nemo, nemo-inline, swift,"
              + " mbeir, trec (default: ${DEFAULT-VALUE}).")
  private String columns = ListColumns.TRIPLET.label();

  @Option(
      names = "--texts",
      description =
          "Write texts, in exactly the columns that sentence-transformers' trainers take. Without"
              + " --texts, its layouts hold keys, for joins with other data.")
  private boolean texts;

  @Option(
      names = "--output-scores",
      description =
          "Also write scores, in layouts in which they are optional: cosines of query and item, or"
              + " the judge's scores.")
  private boolean scores;

  @Option(
      names = "--image-path",
      paramLabel = "TEMPLATE",
      description =
          "The path of a picture, such as images/{key}.jpg; {image} is the key without the number"
              + " of a caption.")
  private String imagePath; // null if not named

  @Option(
      names = "--output-format",
      paramLabel = "FORMAT",
      description =
          "For layouts that are tables: parquet, arrow, jsonl or csv (default: by the extension of"
              + " --out).")
  private String format; // null if not named

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Also write a page that shows the lists: similarities, why candidates were left out, the"
              + " hardest pairs.")
  private Path html; // null if not named

  @Option(
      names = "--candidates",
      paramLabel = "FILE",
      description = "With --depth: also save the candidates, for --from.")
  private Path candidates; // null if not named

  @Mixin private ListBatchFlags batches;

  /** Returns the file of the lists. */
  Path file() {
    if (out != null) {
      return out;
    }
    boolean named = isTable() && format != null;
    return Path.of("negatives." + (named ? format().label() : columns().extension()));
  }

  /** Returns the file of the page. */
  Optional<Path> html() {
    return Optional.ofNullable(html);
  }

  /** Returns the file in which candidates are kept. */
  Optional<Path> candidates() {
    return Optional.ofNullable(candidates);
  }

  ListBatchFlags batches() {
    return batches;
  }

  /** Returns the choice of negatives among the candidates that remain. */
  ListSelection selection() {
    return new ListSelection(
        negatives,
        rangeMin,
        rangeMax,
        sampling,
        Objects.requireNonNullElse(
            shortLists, columns() == ListColumns.N_TUPLE ? ShortLists.DROP : ShortLists.KEEP),
        seed);
  }

  /**
   * Returns the form of the lists of a direction.
   *
   * @param place returns the file of this direction
   * @param judged whether a judge's scores replace cosines
   */
  ListLayout layout(UnaryOperator<Path> place, boolean judged, SearchDirection direction) {
    Path file = place.apply(file());
    if (format != null && !isTable()) {
      throw new RequestException(
          "--output-format is for layouts that are tables; columns=" + columns + "; omit it");
    }
    return new ListLayout(
        columns(),
        file,
        !isTable() ? TableFormat.JSONL : format == null ? TableFormat.ofFile(file) : format(),
        negatives,
        texts,
        scores,
        judged,
        Optional.ofNullable(imagePath),
        direction);
  }

  private ListColumns columns() {
    return ListColumns.of(columns);
  }

  private boolean isTable() {
    return columns().form() == ListColumns.Form.TABLE;
  }

  private TableFormat format() {
    return TableFormat.ofLabel(format);
  }
}
