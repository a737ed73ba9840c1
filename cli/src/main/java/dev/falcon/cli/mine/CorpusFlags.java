// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.data.InputRole;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.SearchDirection;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The flags for what is searched for negatives, and for which queries. */
final class CorpusFlags {
  private static final String BOTH = "both";
  private static final String DIRECTIONS = "text-image, image-text, text-text, image-image or both";
  private static final List<String> QRELS = List.of(".tsv", ".txt", ".qrels", ".trec");

  @Option(
      names = "--embeddings",
      paramLabel = "DIR",
      description =
          "The embedding store, in Falcon's or clip-retrieval's layout, or as Parquet files with"
              + " columns of vectors (default: Scenes, embedded by the built-in model).")
  private Path embeddings; // null if not named

  @Option(
      names = "--queries",
      paramLabel = "STORE",
      description = "The store of the queries (default: --embeddings).")
  private Path queries; // null if not named

  @Option(
      names = "--corpus",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "STORE",
      description =
          "The store whose items are candidates (default: the queries' own store, also without a"
              + " value).")
  private String corpus = ""; // empty for the queries' own store

  @Option(
      names = "--direction",
      paramLabel = "QUERY-CORPUS|both",
      description =
          "Required: text-image, image-text, text-text or image-image: the side of the queries,"
              + " then the side that is searched. both: the first two, each in its own file.")
  private String direction; // null if not named

  @InputFlag(InputRole.POSITIVES)
  @Option(
      names = "--positives",
      paramLabel = "FILE",
      description =
          "Known positives, as a table query_key, corpus_key[, score] or as qrels of BEIR or TREC"
              + " (default: in one store, items that share an image).")
  private Path positives; // null if not named

  @InputFlag(InputRole.CANDIDATES)
  @Option(
      names = "--from",
      paramLabel = "FILE",
      description =
          "Filter and write the candidates saved by an earlier search, without searching.")
  private Path from; // null if not named

  @Effect(with = {"--html", "--judge"})
  @Option(
      names = "--input-dataset",
      paramLabel = "DATASET",
      description =
          "The dataset that the store was made from, for the page's pictures and for a model as"
              + " --judge (default: none; Scenes for the built-in store). It is read as the store's"
              + " record says.")
  private String dataset; // null if not named

  @Effect(with = "--input-dataset")
  @Option(
      names = "--image-root",
      paramLabel = "DIR",
      description = "The folder or zip of the images that this dataset names, if it is a table.")
  private Path imageRoot; // null if not named

  /**
   * Opens the stores.
   *
   * @param builtIn opens the store that is used if none is named
   * @param judge the judge's scores, which must fit all directions
   * @return the sides of each direction, all of the same stores
   */
  List<CorpusRequest.Sides> sides(Supplier<EmbeddingStore> builtIn, Optional<Path> judge) {
    List<SearchDirection> directions = directions(judge);
    if (queries != null && embeddings != null && !queries.equals(embeddings)) {
      throw new RequestException(
          "--queries and --embeddings both name the store of the queries; give one of them, and the"
              + " store that is searched as --corpus=STORE");
    }
    Path asking = queries == null ? embeddings : queries;
    EmbeddingStore asks = asking == null ? builtIn.get() : EmbeddingStore.openAnySide(asking);
    EmbeddingStore searched = corpus.isEmpty() ? asks : EmbeddingStore.openAnySide(Path.of(corpus));
    return directions.stream().map(one -> new CorpusRequest.Sides(asks, searched, one)).toList();
  }

  private List<SearchDirection> directions(Optional<Path> judge) {
    if (direction == null) {
      throw new RequestException("needs --direction: " + DIRECTIONS);
    }
    String named = direction.toLowerCase(Locale.ROOT);
    if (Stream.of(SearchDirection.values()).anyMatch(one -> one.label().equals(named))) {
      return List.of(SearchDirection.of(named));
    }
    if (!named.equals(BOTH)) {
      throw new RequestException("direction must be " + DIRECTIONS + "; direction=" + direction);
    }
    Stream.of(positives(), judge)
        .flatMap(Optional::stream)
        .filter(file -> !Folders.isFolder(file))
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

  /** Returns the candidates of an earlier search. */
  Optional<Path> from() {
    return Optional.ofNullable(from);
  }

  /** Refuses data that nothing shows or judges. */
  void requireNoDataset() {
    if (dataset != null) {
      throw new RequestException(
          "--input-dataset is read for the page of --html and by a model as --judge, not for a"
              + " judge's table of scores; omit it");
    }
  }

  /** Returns the folder or zip of the images of that data, if they are a table. */
  Optional<Path> imageRoot() {
    return Optional.ofNullable(imageRoot);
  }

  /** Returns the name of the data that the stores were made from. */
  Optional<String> dataset() {
    boolean builtIn = embeddings == null && queries == null;
    return Optional.ofNullable(dataset == null && builtIn ? BuiltIn.DATASET : dataset);
  }
}
