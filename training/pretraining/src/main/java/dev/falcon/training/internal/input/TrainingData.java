// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.training.config.DataConfig;
import dev.falcon.training.config.DatasetConfig;
import dev.falcon.training.config.FrameworkKind;
import dev.falcon.training.config.TrainConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * All inputs of a run.
 *
 * @param train the training pairs
 * @param held the pairs of the evaluation
 * @param trainTruth which training captions are true of which images; empty if it is unknown
 * @param heldTruth the truth of the held-out pairs
 * @param vocabulary of the captions' tokens
 * @param world the source of generated pairs; empty if pairs are read from a dataset
 * @param identity the data's identity in a checkpoint
 * @param rejects the unusable samples of the datasets
 */
public record TrainingData(
    PairData train,
    PairData held,
    Optional<Truth> trainTruth,
    Optional<Truth> heldTruth,
    Vocabulary vocabulary,
    Optional<Scenes> world,
    DataIdentity identity,
    List<Reject> rejects) {

  /**
   * Opens the data of a configuration.
   *
   * @param cache the folder that caches datasets in the form that training needs
   * @param stop polled while a dataset is read for the first time
   * @throws RequestException if any of the data do not exist
   */
  public static TrainingData open(
      TrainConfig config, Path cache, Progress progress, BooleanSupplier stop) {
    return config.data().train().generated()
        ? generated(config, progress)
        : read(config, new PairStores(cache, config.data().workerThreads(), progress, stop));
  }

  /** Returns the vocabulary of a configuration, without reading any data. */
  public static Vocabulary vocabulary(TrainConfig config) {
    DataConfig data = config.data();
    if (data.train().generated()) {
      return new ScenesVocabulary(special(config)).vocabulary();
    }
    requireTokenizer(data);
    try (CaptionTokenizer tokenizer =
        CaptionTokenizer.open(CaptionTokenizer.read(data.text(), special(config)), data.text())) {
      return tokenizer.vocabulary();
    }
  }

  /** Returns the files of a configuration's datasets with their digests. */
  public static List<Provenance.Input> inputs(TrainConfig config) {
    return Datasets.inputs(config.data());
  }

  /** Returns whether the caption of one training pair was written for the image of another. */
  public boolean sameImage(int captionRow, int imageRow) {
    return train.image(captionRow) == train.image(imageRow);
  }

  /** Returns whether any training pairs share an image. */
  public boolean imagesHaveSeveralCaptions() {
    return train.images() < train.rows();
  }

  private static TrainingData generated(TrainConfig config, Progress progress) {
    DataConfig data = config.data();
    DataConfig.ScenesData scenes = data.scenes();
    ScenesConfig world =
        ScenesConfig.preset(scenes.preset())
            .withSeed(scenes.seed())
            .withImageSize(config.model().imageSize())
            .withCaptionsPerImage(1);
    PixelFormat format = PixelFormat.of(config.model().imageSize(), data);
    ScenesVocabulary vocabulary = new ScenesVocabulary(special(config));
    Scenes trainWorld = new Scenes(world);
    Scenes heldWorld = new Scenes(world.withCaptionsPerImage(scenes.heldCaptions()));
    ScenesPairs train =
        ScenesPairs.generate(trainWorld, Split.TRAIN, scenes.pairs(), format, vocabulary, progress);
    ScenesPairs held =
        ScenesPairs.generate(
            heldWorld, Split.TEST, scenes.heldImages(), format, vocabulary, progress);
    return new TrainingData(
        train,
        held,
        Optional.of(train),
        Optional.of(held),
        counted(vocabulary.vocabulary(), train),
        Optional.of(trainWorld),
        DataIdentity.SCENES,
        List.of());
  }

  private static TrainingData read(TrainConfig config, PairStores stores) {
    DataConfig data = config.data();
    requireTokenizer(data);
    // Missing files are reported before anything is read.
    SampleSource trainSource = Datasets.open(data.train());
    SampleSource heldSource = Datasets.open(data.held());
    String json = CaptionTokenizer.read(data.text(), special(config));
    PixelFormat format = PixelFormat.of(config.model().imageSize(), data);
    try (CaptionTokenizer tokenizer = CaptionTokenizer.open(json, data.text())) {
      StoredPairs train =
          new StoredPairs(
              stores.open(trainSource, data.train()),
              tokenizer,
              data.text().maxTokens(),
              format,
              data.augment());
      StoredPairs held =
          new StoredPairs(
              stores.open(heldSource, data.held()),
              tokenizer,
              data.text().heldTokens(),
              format,
              data.augment());
      Optional<Truth> trainTruth = ListedTruth.read(data.train().truth(), train);
      Optional<Truth> heldTruth = ListedTruth.read(data.held().truth(), held);
      return new TrainingData(
          train,
          held,
          trainTruth,
          heldTruth,
          counted(tokenizer.vocabulary(), train),
          Optional.empty(),
          identity(json, train, held, data),
          Stream.concat(train.rejects().stream(), held.rejects().stream()).toList());
    }
  }

  private static Vocabulary counted(Vocabulary vocabulary, PairData train) {
    int[] counts = new int[vocabulary.size()];
    for (int row = 0; row < train.rows(); row++) {
      for (int token : train.tokens(row)) {
        counts[token]++;
      }
    }
    return vocabulary.counted(counts);
  }

  private static Tokenizer.Special special(TrainConfig config) {
    return FrameworkKind.named(config.model().framework()).specialTokens();
  }

  private static void requireTokenizer(DataConfig data) {
    if (data.text().tokenizer().isEmpty()) {
      throw new RequestException(
          "data.text.tokenizer must name a tokenizer.json or vocab.txt if data.train is a dataset");
    }
  }

  private static DataIdentity identity(
      String tokenizer, StoredPairs train, StoredPairs held, DataConfig data) {
    MessageDigest digest = Sha256.digest();
    digest.update(tokenizer.getBytes(StandardCharsets.UTF_8));
    train.digest(digest);
    held.digest(digest);
    for (DatasetConfig dataset : List.of(data.train(), data.held())) {
      if (!dataset.truth().isEmpty()) {
        String truth = Sha256.of(ListedTruth.file(dataset.truth()));
        digest.update(truth.getBytes(StandardCharsets.UTF_8));
      }
    }
    return new DataIdentity(Sha256.hex(digest), tokenizer);
  }

  /**
   * The data's identity in a checkpoint.
   *
   * @param digest the digest of all pairs and their images, so that a run resumes only with the
   *     same data; empty for the generated world, which the configuration determines
   * @param tokenizer the text of {@code tokenizer.json}; empty for the generated world's own words
   */
  public record DataIdentity(String digest, String tokenizer) {
    /** The identity of the generated world. */
    public static final DataIdentity SCENES = new DataIdentity("", "");
  }
}
