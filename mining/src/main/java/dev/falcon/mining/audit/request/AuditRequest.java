package dev.falcon.mining.audit.request;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.onnx.folder.ModelFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A request to audit negatives.
 *
 * @param data the pictures and captions
 * @param reading how the data are read, where that is not the usual way, for the provenance
 * @param store their vectors; quantiles and the hardest in-batch negatives need them
 * @param target what is audited
 * @param judges the models that judge
 * @param truth labelled pairs {@code image_key, text_key, match}
 * @param scenesTruth whether truth is decided from the scenes that samples tell
 * @param calibration labelled pairs of the same data, to learn the judges' errors from
 * @param options how to draw and count
 * @param output the folder for {@code pairs.parquet}, {@code audit.json} and {@code report.html}
 * @param force whether to go on with a plan of another store and truth of unknown keys
 * @param overwrite whether an existing audit may be replaced
 */
public record AuditRequest(
    SampleSource data,
    Map<String, Object> reading,
    Optional<EmbeddingStore> store,
    AuditTarget target,
    List<Judge> judges,
    Optional<Path> truth,
    boolean scenesTruth,
    Optional<Path> calibration,
    AuditOptions options,
    Path output,
    boolean force,
    boolean overwrite) {
  /** The name of the judge that the store's own vectors make. */
  public static final String STORE_COSINE = "store-cosine";

  /** The name under which truth is counted. */
  public static final String TRUTH = "truth";

  public AuditRequest {
    reading = Map.copyOf(reading);
    judges = List.copyOf(judges);
    Set<String> columns = new HashSet<>(Set.of(column(STORE_COSINE), column(TRUTH)));
    for (Judge judge : judges) {
      if (judge.name().isBlank() || !columns.add(column(judge.name()))) {
        throw new RequestException(
            "'%s' does not tell a judge from the others; name judges by NAME=DIR"
                .formatted(judge.name()));
      }
    }
    if (target instanceof AuditTarget.Quantiles && store.isEmpty()) {
      throw new RequestException("quantiles are drawn from vectors; name an embedding store");
    }
    if (judges.isEmpty() && store.isEmpty() && truth.isEmpty() && !scenesTruth) {
      throw new RequestException("who judges? name a model folder, a store, or truth");
    }
    if (truth.isPresent() && scenesTruth) {
      throw new RequestException("truth is a file or that of Scenes, not both");
    }
  }

  /**
   * The list of true pairs that {@code falcon data generate} leaves beside a dataset's files, in a
   * folder {@code truth}.
   *
   * @param dataset a folder of files, or a file in it
   */
  public static Optional<Path> truthBeside(Path dataset) {
    Path folder = Files.isDirectory(dataset) ? dataset : dataset.toAbsolutePath().getParent();
    return folder == null
        ? Optional.empty()
        : Stream.of("pairs.parquet", "pairs.jsonl")
            .map(folder.resolve(TRUTH)::resolve)
            .filter(Folders::holdsFile)
            .findFirst();
  }

  /** A judge's name as part of a column's. */
  public static String column(String judge) {
    return judge.replaceAll("[^A-Za-z0-9_]", "_");
  }

  /**
   * A model that judges.
   *
   * @param name what its verdicts go by
   * @param folder its image-text matching model, or the dual encoder whose cosine is taken
   */
  public record Judge(String name, ModelFolder folder) {}
}
