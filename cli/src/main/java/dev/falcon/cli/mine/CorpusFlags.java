package dev.falcon.cli.mine;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.corpus.Batching;
import dev.falcon.mining.corpus.CorpusRequest.Search;
import dev.falcon.mining.corpus.Judging;
import dev.falcon.mining.corpus.ListFilters.MarginTo;
import dev.falcon.mining.corpus.ListSelection.Sampling;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.Withholding;
import dev.falcon.onnx.folder.ModelFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The flags for lists of negatives from a whole corpus. */
final class CorpusFlags {
  private static final String BOTH = "both";
  private static final List<String> QRELS = List.of(".tsv", ".txt", ".qrels", ".trec");

  @Option(
      names = "--corpus",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "STORE",
      description =
          "With --output negatives: search all items of this store, or, without a value, of the"
              + " queries' own store, instead of random search spaces.")
  private String corpus; // null if not named, empty without a value

  @Option(
      names = "--queries",
      paramLabel = "STORE",
      description = "With --corpus: the store of the queries (default: --embeddings).")
  private Path queries;

  @Option(
      names = "--direction",
      paramLabel = "QUERY-CORPUS|both",
      description =
          "With --corpus: text-image, image-text, text-text or image-image: the side of the"
              + " queries, then the side that is searched. both: the first two, each in its own"
              + " file.")
  private String direction;

  @Option(
      names = "--positives",
      paramLabel = "FILE",
      description =
          "With --corpus: known positives, as a table query_key, corpus_key[, score] or as qrels of"
              + " BEIR or TREC (default: in one store, items that share an image).")
  private Path positives;

  @Option(
      names = "--margin-to",
      paramLabel = "least|most|each",
      description =
          "With --corpus: which positive's similarity a margin is measured from: the least similar"
              + " one's, the most similar one's, or each one's, with a list for each positive"
              + " (default: least).")
  private MarginTo marginTo = MarginTo.LEAST;

  @Option(
      names = "--min-score",
      paramLabel = "S",
      description = "With --corpus: choose no negative less similar than S, in [-1, 1].")
  private Float minScore; // null if not named

  @Option(
      names = "--depth",
      paramLabel = "K",
      description =
          "With --corpus: consider only the K most similar candidates, before margins and scores"
              + " apply (default: all).")
  private Integer depth; // null if not named

  @Option(
      names = "--judge",
      paramLabel = "FILE|DIR",
      description =
          "With --corpus and --depth: a judge's scores, as a table query_key, corpus_key, score or"
              + " image_key, text_key, score; or a model folder, which scores the pairs of"
              + " --input-dataset.")
  private Path judge;

  @Option(
      names = "--judge-for",
      split = ",",
      paramLabel = "filter|rank|scores",
      description =
          "Where the judge's score replaces the cosine: in margins and limits of scores (filter),"
              + " in the order of a list (rank), in columns of scores (scores); default:"
              + " filter,scores.")
  private List<Judging.Use> judgeFor = List.of(Judging.Use.FILTER, Judging.Use.SCORES);

  @Option(
      names = "--witness",
      paramLabel = "F",
      description =
          "With --corpus, --depth and text-text: leave out a candidate if another caption of its"
              + " image has at least F times the candidate's similarity to the query.")
  private Double witness; // null if not named

  @Option(
      names = "--sampling",
      paramLabel = "top|random",
      description =
          "With --corpus: take the most similar items in the range of ranks, or a random choice"
              + " from it (default: top).")
  private Sampling sampling = Sampling.TOP;

  @Option(
      names = "--short",
      paramLabel = "keep|drop|fill",
      description =
          "With --corpus: keep lists with too few negatives, drop them, or fill them with random"
              + " items (default: keep; drop for n-tuple).")
  private ShortLists shortLists; // null if not named

  @Option(
      names = "--image-path",
      paramLabel = "TEMPLATE",
      description =
          "With --corpus: the path of a picture, such as images/{key}.jpg; {image} is the key"
              + " without the number of a caption.")
  private String imagePath;

  @Option(
      names = "--candidates",
      paramLabel = "FILE",
      description = "With --corpus and --depth: also save the candidates, for --from.")
  private Path candidates;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description =
          "With --corpus: filter and write the candidates saved by an earlier search, without"
              + " searching.")
  private Path from;

  @Option(
      names = "--withhold",
      paramLabel = "N",
      description =
          "With --corpus: measure false negatives by withholding positives of N queries (default:"
              + " a twentieth of them, at least 200 and at most 1000; with --from, 0).")
  private Integer withhold; // null if not named

  @Option(
      names = "--target-false",
      paramLabel = "P",
      description =
          "With --corpus: choose the weakest setting of --target-by with which, at 95 %% confidence,"
              + " less than a share P of the negatives are withheld positives; P lies in (0, 1).")
  private Double targetFalse; // null if not named

  @Option(
      names = "--target-by",
      paramLabel = "RULE",
      description =
          "With --target-false: the option to set: witness, relative-margin or range-min (default:"
              + " witness for text-text with --depth, else relative-margin).")
  private String targetBy; // null if not named

  @Option(
      names = "--batches",
      paramLabel = "FILE",
      description =
          "With --corpus: also divide the lists into batches of --batch-size, for each of --epochs."
              + " No document of a list is a known or suspected positive of another query in its"
              + " batch.")
  private Path batches;

  @Option(
      names = "--most-shared",
      paramLabel = "M",
      description = "With --batches: at most M lists in a batch share a negative (default: 1).")
  private Integer mostShared; // null if not named

  /** Returns whether a corpus is searched. */
  boolean asked() {
    return corpus != null;
  }

  /** Returns the folder of the corpus; empty for the queries' own store. */
  Optional<Path> corpus() {
    return corpus.isEmpty() ? Optional.empty() : Optional.of(Path.of(corpus));
  }

  /** Returns the folder of the queries; empty if the embeddings are the queries. */
  Optional<Path> queries() {
    return Optional.ofNullable(queries);
  }

  /** Returns the directions, each of which is searched. */
  List<SearchDirection> directions() {
    if (direction == null) {
      throw new RequestException(
          "--corpus needs --direction: text-image, image-text, text-text, image-image or both");
    }
    String named = direction.toLowerCase(Locale.ROOT);
    if (Stream.of(SearchDirection.values()).anyMatch(one -> one.label().equals(named))) {
      return List.of(SearchDirection.of(named));
    }
    if (!named.equals(BOTH)) {
      throw new RequestException(
          "direction is text-image, image-text, text-text, image-image or both; direction="
              + direction);
    }
    Stream.of(positives, judge)
        .filter(file -> file != null && !Files.isDirectory(file))
        .forEach(CorpusFlags::requireImageAndText);
    return List.of(SearchDirection.TEXT_IMAGE, SearchDirection.IMAGE_TEXT);
  }

  /**
   * Refuses a file of pairs of a query and an item of the corpus, which hold for only one
   * direction.
   */
  private static void requireImageAndText(Path file) {
    boolean named = false;
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (QRELS.stream().noneMatch(name::endsWith)) {
      try (TableReader table = TableReader.open(file)) {
        named = table.columns().contains("image_key");
      }
    }
    if (!named) {
      throw new RequestException(
          file + ": pairs for both directions must be a table image_key, text_key, not query_key");
    }
  }

  Optional<Path> positives() {
    return Optional.ofNullable(positives);
  }

  MarginTo marginTo() {
    return marginTo;
  }

  float minScore() {
    return minScore == null ? Float.NEGATIVE_INFINITY : minScore;
  }

  Sampling sampling() {
    return sampling;
  }

  /** Returns how short lists are treated; empty if it is not given. */
  Optional<ShortLists> shortLists() {
    return Optional.ofNullable(shortLists);
  }

  Optional<String> imagePath() {
    return Optional.ofNullable(imagePath);
  }

  /**
   * Returns the settings of the measurement of false negatives.
   *
   * @param direction the direction of the lists
   */
  Withholding withholding(SearchDirection direction) {
    if (targetFalse == null && targetBy != null) {
      throw new RequestException("--target-by requires --target-false");
    }
    OptionalInt count =
        withhold != null
            ? OptionalInt.of(withhold)
            : from != null && targetFalse == null ? OptionalInt.of(0) : OptionalInt.empty();
    return new Withholding(
        count,
        Optional.ofNullable(targetFalse)
            .map(share -> new Withholding.Target(share, rule(direction))));
  }

  private Withholding.Rule rule(SearchDirection direction) {
    if (targetBy == null) {
      boolean deep = depth != null || from != null;
      return deep && direction == SearchDirection.TEXT_TEXT
          ? Withholding.Rule.WITNESS
          : Withholding.Rule.RELATIVE_MARGIN;
    }
    return Arrays.stream(Withholding.Rule.values())
        .filter(rule -> rule.label().equals(targetBy.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    "target-by must be one of witness, relative-margin, range-min; target-by="
                        + targetBy));
  }

  /**
   * Returns the settings of batches of lists.
   *
   * @param place returns the file of this direction
   * @param space the size of batches, and how often lists are divided into them
   */
  Optional<Batching> batching(UnaryOperator<Path> place, SpaceFlags space) {
    return Optional.ofNullable(batches)
        .map(
            file ->
                new Batching(
                    place.apply(file),
                    space.batchSize(),
                    mostShared == null ? 1 : mostShared,
                    space.epochs(),
                    space.keepsRemainder()));
  }

  /** Returns the uses of the judge's score. */
  Set<Judging.Use> judgeUses() {
    return judge == null ? Set.of() : EnumSet.copyOf(judgeFor);
  }

  /**
   * Returns the inputs of a search.
   *
   * @param place returns the file of this direction
   * @param data supplies the data that a model judges
   */
  Search search(UnaryOperator<Path> place, Supplier<Optional<SampleSource>> data) {
    return new Search(
        depth == null ? OptionalInt.empty() : OptionalInt.of(depth),
        Optional.ofNullable(judge).map(file -> new Judging(judge(file, data), judgeUses())),
        Optional.ofNullable(witness).map(SecondWitness::new),
        Optional.ofNullable(candidates).map(place),
        Optional.ofNullable(from).map(place));
  }

  private static Judging.Judge judge(Path file, Supplier<Optional<SampleSource>> data) {
    if (!Files.isDirectory(file)) {
      return new Judging.Table(file);
    }
    return new Judging.Model(
        ModelFolder.open(file),
        data.get()
            .orElseThrow(
                () ->
                    new RequestException(
                        file
                            + ": a model judges the texts and pictures that the store was made of;"
                            + " name them with --input-dataset")));
  }
}
