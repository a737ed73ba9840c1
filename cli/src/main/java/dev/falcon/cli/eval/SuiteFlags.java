// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import dev.falcon.cli.internal.option.ReadingFlags;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.generate.ScenesSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.eval.compositional.TrainedImages;
import dev.falcon.eval.compositional.suite.ChangedScenes;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.eval.compositional.suite.SceneSuite;
import dev.falcon.eval.compositional.suite.SuiteReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The flags that name a suite, its files and its images. */
final class SuiteFlags {
  private static final String SCENES = "scenes:test";

  @Option(
      names = "--suite",
      paramLabel = "NAME|FILE",
      description =
          "A suite that Falcon describes, scenes or scenes-both (made of Scenes by its exact truth;"
              + " both also changes images), your own"
              + " description (YAML), or a table of items in CSV,"
              + " JSON or Parquet, whose columns say its form: item, image, caption, match; image,"
              + " caption, negative_caption; or image_0, image_1, caption_0, caption_1.")
  private String suite;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder of a described suite's published files.")
  private Path data;

  @Option(
      names = "--image-root",
      paramLabel = "DIR",
      description =
          "The folder of the images, or a zip file of it (default: --data, or the folder of the"
              + " table); or of those that --input-dataset names, if it is a table.")
  private Path imageRoot;

  @Option(
      names = "--input-dataset",
      paramLabel = "DATASET",
      description = "Images by the keys of a dataset's samples, in place of a folder.")
  private String dataset;

  @Option(
      names = "--subset-col",
      paramLabel = "NAME",
      description = "Column of a table whose values are reported apart (default: subset).")
  private String subset;

  @Option(
      names = "--trained-on",
      paramLabel = "LIST|STORE|DATASET",
      description =
          "What the model was trained on: a .txt file with an image per line, an embedding store, or"
              + " a dataset, whose images are also compared by their files. Items on these images"
              + " are reported apart. How a dataset is read holds for this one if --input-dataset"
              + " is not given.")
  private String trainedOn;

  private ReadingFlags reading;
  private ChangedScenes both;

  /** Returns the images on which the model was trained, if they are named. */
  Optional<TrainedImages> trainedOn() {
    if (trainedOn == null) {
      return Optional.empty();
    }
    boolean list = trainedOn.endsWith(".txt");
    boolean generated = trainedOn.startsWith(ScenesSource.PREFIX);
    boolean store =
        !list && !generated && Folders.isFile(Path.of(trainedOn, StoreManifest.FILE_NAME));
    if ((list || store) && dataset == null && !reading.given().isEmpty()) {
      throw new RequestException(
          trainedOn
              + ": is no dataset; omit --"
              + String.join(" and --", reading.given().keySet()));
    }
    if (list) {
      return Optional.of(TrainedImages.ofList(Path.of(trainedOn)));
    }
    return Optional.of(
        store
            ? TrainedImages.of(EmbeddingStore.open(Path.of(trainedOn)))
            : TrainedImages.of(trainingData(trainedOn)));
  }

  /** Opens the training data. Of two datasets, the flags of reading describe the other one. */
  private SampleSource trainingData(String spec) {
    return (dataset == null ? reading : new ReadingFlags()).open(spec, Optional.empty());
  }

  /** Returns the suite's name as the user gave it. */
  String name() {
    if (suite == null) {
      throw new RequestException(
          "--suite must name a suite or a table; the suites are "
              + String.join(", ", SuiteReader.NAMES));
    }
    return suite;
  }

  /**
   * Reads the suite.
   *
   * @param readBy how the dataset is read
   */
  CompositionalSuite read(ReadingFlags readBy) {
    reading = readBy;
    if (SceneSuite.isOne(name())) {
      boolean ofFolder = imageRoot != null && dataset == null;
      if (ofFolder || data != null || subset != null) {
        throw new RequestException(
            "--suite "
                + suite
                + " is made of --input-dataset; omit --data, --image-root and --subset-col");
      }
      return changed().map(SceneSuite::ofBoth).orElseGet(() -> SceneSuite.of(named()));
    }
    return SuiteReader.read(name(), Optional.ofNullable(data), Optional.ofNullable(subset));
  }

  /** Returns the user's own description; empty for a table, or for one of Falcon's. */
  Optional<Path> description() {
    return SuiteReader.isDescription(suite) && !SuiteReader.NAMES.contains(suite)
        ? Optional.of(Path.of(suite))
        : Optional.empty();
  }

  /** Returns the folder of the images. */
  Path images() {
    if (imageRoot != null) {
      return imageRoot;
    }
    return data != null ? data : Path.of(suite).toAbsolutePath().getParent();
  }

  /** Opens the dataset with the images, if one is named. */
  Optional<SampleSource> dataset() {
    if (!SceneSuite.isOne(suite)) {
      return Optional.ofNullable(dataset).map(this::opened);
    }
    return Optional.of(changed().<SampleSource>map(both -> both).orElseGet(this::named));
  }

  private SampleSource named() {
    return opened(dataset == null ? SCENES : dataset);
  }

  private SampleSource opened(String spec) {
    return reading.open(spec, Optional.ofNullable(imageRoot));
  }

  /** Returns Scenes with changed images, if the suite asks for them. */
  private Optional<ChangedScenes> changed() {
    if (!suite.equals(SceneSuite.BOTH)) {
      return Optional.empty();
    }
    String name = dataset == null ? SCENES : dataset;
    if (!name.startsWith(ScenesSource.PREFIX)) {
      throw new RequestException(
          "--suite scenes-both draws images; --input-dataset must be a generated one, such as "
              + SCENES
              + "; it is "
              + name);
    }
    if (both == null) {
      ScenesConfig world = ScenesSource.open(name, 1).config();
      both = new ChangedScenes(named(), world);
    }
    return Optional.of(both);
  }

  /** Returns those options that affect what is read, for the provenance. */
  Map<String, Object> given() {
    Map<String, Object> given = new TreeMap<>(reading.given());
    if (SuiteReader.NAMES.contains(suite) || SceneSuite.isOne(suite)) {
      given.put("suite", suite);
    }
    if (subset != null) {
      given.put("subset-col", subset);
    }
    return given;
  }
}
