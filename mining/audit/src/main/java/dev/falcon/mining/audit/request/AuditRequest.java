// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.OwnAnchors;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.onnx.folder.ModelFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A request to audit negatives.
 *
 * @param target the audited negatives
 * @param evidence the judges and the truth that decide whether a pair matches
 * @param options the options of drawing and counting
 * @param output the folder for {@code pairs.parquet}, {@code audit.json} and {@code report.html}
 * @param force whether to accept a plan of another store, and truth with unknown keys
 * @param overwrite whether an existing audit may be replaced
 */
public record AuditRequest(
    Data data,
    AuditTarget target,
    Evidence evidence,
    AuditOptions options,
    Path output,
    boolean force,
    boolean overwrite) {
  /** The name of the store's own vectors as a judge. */
  public static final String STORE_COSINE = "store-cosine";

  /** The name of the truth as a judge. */
  public static final String TRUTH = "truth";

  /** The name under which people's labels are counted. */
  public static final String LABELS = "labels";

  /** Returns a copy that writes into another folder. */
  public AuditRequest into(Path folder) {
    return new AuditRequest(data, target, evidence, options, folder, force, overwrite);
  }

  public AuditRequest {
    if (target instanceof AuditTarget.Quantiles && data.store().isEmpty()) {
      throw new RequestException("quantiles are drawn from vectors; name an embedding store");
    }
    Outside outside = evidence.outside();
    if (evidence.names().isEmpty()
        && data.store().isEmpty()
        && !evidence.hasTruth()
        && outside.labels().isEmpty()
        && !outside.drawOnly()) {
      throw new RequestException(
          "no judge is named; name a model folder, a table of scores, a store, truth or labels, or"
              + " only draw the pairs");
    }
    if (outside.drawOnly()
        && (!evidence.names().isEmpty()
            || evidence.hasTruth()
            || evidence.calibration().isPresent()
            || !outside.labels().isEmpty())) {
      throw new RequestException("pairs that are only drawn have no judge, truth or labels");
    }
    if (evidence.truth().isPresent() && evidence.scenesTruth()) {
      throw new RequestException("truth is a file or that of Scenes, not both");
    }
  }

  /**
   * Returns the list of true pairs that {@code falcon data generate} writes beside a dataset's
   * files, in a folder {@code truth}; empty if there is none.
   *
   * @param dataset a folder of files, or a file in it
   */
  public static Optional<Path> truthBeside(Path dataset) {
    Path folder = Folders.isFolder(dataset) ? dataset : dataset.toAbsolutePath().getParent();
    return folder == null
        ? Optional.empty()
        : Stream.of("pairs.parquet", "pairs.jsonl")
            .map(folder.resolve(TRUTH)::resolve)
            .filter(Folders::isFile)
            .findFirst();
  }

  /** Returns the input files and folders, which must not be overwritten. */
  public List<Path> read() {
    List<Path> read = new ArrayList<>(data.samples().files());
    data.store().ifPresent(vectors -> read.add(vectors.folder()));
    evidence.models().forEach(judge -> read.add(judge.folder().path()));
    evidence.truth().ifPresent(read::add);
    evidence.calibration().ifPresent(read::add);
    evidence.outside().tables().forEach(table -> read.add(table.file()));
    if (target instanceof AuditTarget.Plan plan) {
      read.add(plan.file());
    } else if (target instanceof AuditTarget.Pairs pairs) {
      read.add(pairs.file());
    } else if (target instanceof AuditTarget.Lists lists) {
      read.add(lists.keys());
    }
    return read;
  }

  /** Returns the names of the judges: models, tables of scores, the store's cosine. */
  public List<String> names() {
    List<String> names = new ArrayList<>(evidence.names());
    data.store().ifPresent(vectors -> names.add(STORE_COSINE));
    return names;
  }

  /**
   * Returns whether truth, labels or a judge may decide that a pair matches. A model that is not
   * open yet may still turn out to give only cosines.
   */
  public boolean maySayMatches() {
    return evidence.hasTruth()
        || !evidence.outside().labels().isEmpty()
        || !evidence.models().isEmpty()
        || evidence.outside().tables().stream().anyMatch(ScoreTable::probability);
  }

  /** Returns a judge's name as part of a column name. */
  public static String column(String judge) {
    return judge.replaceAll("[^A-Za-z0-9_]", "_");
  }

  /**
   * The audited data.
   *
   * @param samples the pictures and captions; texts without an anchor are their own
   * @param reading the options with which they are read that are not the defaults, for the
   *     provenance
   * @param store the store of their vectors, which quantiles and the hardest in-batch negatives
   *     require
   */
  public record Data(
      SampleSource samples, Map<String, Object> reading, Optional<EmbeddingStore> store) {
    public Data {
      samples = OwnAnchors.of(samples);
      reading = Map.copyOf(reading);
    }

    /** Returns data that are read with the default options, with their vectors. */
    public static Data of(SampleSource samples, EmbeddingStore store) {
      return new Data(samples, Map.of(), Optional.of(store));
    }

    /** Returns data that are read with the default options, without vectors. */
    public static Data of(SampleSource samples) {
      return new Data(samples, Map.of(), Optional.empty());
    }
  }

  /**
   * The judges and the truth.
   *
   * @param models the models that judge
   * @param truth labelled pairs {@code image_key, text_key, match}
   * @param scenesTruth whether the scenes of the samples decide the truth
   * @param calibration labelled pairs of the same data, from which the judges' errors are estimated
   * @param outside evidence from sources other than models: labels and tables of scores
   */
  public record Evidence(
      List<Judge> models,
      Optional<Path> truth,
      boolean scenesTruth,
      Optional<Path> calibration,
      Outside outside) {
    public Evidence {
      models = List.copyOf(models);
      Set<String> columns = new HashSet<>(Set.of(column(STORE_COSINE), column(TRUTH), LABELS));
      for (String name : names(models, outside)) {
        if (name.isBlank() || !columns.add(column(name))) {
          throw new RequestException(
              "'%s' does not distinguish a judge from the others; name judges by NAME=DIR"
                  .formatted(name));
        }
      }
    }

    /** Returns evidence by models and, if there is a file of it, by truth. */
    public static Evidence of(List<Judge> models, Optional<Path> truth) {
      return new Evidence(models, truth, false, Optional.empty(), Outside.NONE);
    }

    /** Returns a copy with labelled pairs from which the judges' errors are estimated. */
    public Evidence calibratedOn(Optional<Path> pairs) {
      return new Evidence(models, truth, scenesTruth, pairs, outside);
    }

    /** Returns whether any truth is known. */
    public boolean hasTruth() {
      return truth.isPresent() || scenesTruth;
    }

    /** Returns the names of models and tables of scores. */
    List<String> names() {
      return names(models, outside);
    }

    private static List<String> names(List<Judge> models, Outside outside) {
      return Stream.concat(
              models.stream().map(Judge::name), outside.tables().stream().map(ScoreTable::name))
          .toList();
    }
  }

  /**
   * Evidence on the pairs from sources other than models.
   *
   * @param labels the folders of labels that people gave, one per kind of negatives
   * @param tables the tables of scores from other tools
   * @param drawOnly whether the pairs are only drawn, so that people or other tools can judge them
   */
  public record Outside(List<Path> labels, List<ScoreTable> tables, boolean drawOnly) {
    /** No evidence other than models and truth. */
    public static final Outside NONE = new Outside(List.of(), List.of(), false);

    public Outside {
      labels = List.copyOf(labels);
      tables = List.copyOf(tables);
    }
  }

  /**
   * A table of scores {@code image_key, text_key, score}; a higher score means a likelier match.
   *
   * @param name the judge's name
   * @param file the table
   * @param probability whether the scores are probabilities of a match, in [0, 1]; otherwise they
   *     only order the pairs
   */
  public record ScoreTable(String name, Path file, boolean probability) {}

  /**
   * A model that judges.
   *
   * @param name the judge's name
   * @param folder the folder of the image-text matching model, or of the dual encoder whose cosine
   *     is used
   */
  public record Judge(String name, ModelFolder folder) {}
}
