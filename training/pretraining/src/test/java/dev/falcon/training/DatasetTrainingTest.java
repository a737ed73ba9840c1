// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.conversion.DatasetConverter;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.Rejects;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs on a folder shaped as COCO's, with the paper's preset made small. */
class DatasetTrainingTest {
  private static final int IMAGES = 15;

  @TempDir private Path folder;
  private TinyCoco coco;

  @BeforeEach
  void writeData() throws IOException {
    coco = new TinyCoco(folder);
    coco.write("train.json", Split.TRAIN, IMAGES);
    coco.write("held.json", Split.TEST, 6);
    coco.vocabulary();
  }

  private TrainConfig config(String... overrides) {
    List<String> keys =
        new ArrayList<>(
            List.of(
                "threads=1",
                "device=cpu",
                "data.train=" + folder.resolve("train.json"),
                "data.held=" + folder.resolve("held.json"),
                "data.text.tokenizer=" + folder.resolve("vocab.txt"),
                "data.text.max_tokens=12",
                "data.text.held_tokens=14",
                "model.image_size=32",
                "model.vision={width: 16, heads: 2, layers: 1, feed_forward: 16}",
                "model.text={width: 16, heads: 2, layers: 1, feed_forward: 16}",
                "model.fusion_layers=1",
                "model.projection=8",
                "model.max_tokens=16",
                "method.search_space=15",
                "scheduler.quantiles=8",
                "scheduler.hidden=8",
                "train={epochs: 3, batch_size: 4}",
                "checkpoint.every_steps=0",
                "evaluation={rerank: 4, rerank_images: 6, rerank_captions: 6}"));
    keys.addAll(List.of(overrides));
    return ConfigReader.read("albef-base", null, keys);
  }

  private TrainResult train(TrainConfig config, String name) {
    return train(config, name, Integer.MAX_VALUE);
  }

  /** Stops once the run has taken so many steps in all. */
  private TrainResult train(TrainConfig config, String name, int steps) {
    AtomicLong taken = new AtomicLong();
    Progress progress =
        (task, total, unit) ->
            task.equals("training")
                ? new Progress.Task(taken::addAndGet, () -> {})
                : Progress.NONE.begin(task, total, unit);
    return Trainer.train(
        new TrainRequest(
            config,
            folder.resolve(name),
            false,
            folder.resolve("cache"),
            progress,
            () -> taken.get() >= steps));
  }

  private List<String> metrics(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name).resolve("metrics.jsonl"));
  }

  /** 15 images of 2 captions: 30 pairs, 7 batches in the first epoch, 6 in each of two spaces. */
  @Test
  void resumesAnInterruptedRunBitByBit() throws IOException {
    TrainResult whole = train(config(), "whole");
    assertThat(whole.finished()).isTrue();
    assertThat(whole.steps()).isEqualTo(7 + 6 + 6);
    assertThat(whole.rejects()).isZero();
    assertThat(whole.retrieval().group("truth").isEmpty()).isTrue();
    assertThat(metrics("whole").get(0)).contains("\"same_image\":").doesNotContain("false_neg");
    train(config("data.workers=3", "data.ahead=1"), "parts", 3);
    train(config("data.workers=1"), "parts", 9);
    TrainResult parts = train(config(), "parts");
    assertThat(metrics("parts")).containsExactlyElementsOf(metrics("whole"));
    assertThat(Files.readAllBytes(parts.checkpoint()))
        .isEqualTo(Files.readAllBytes(whole.checkpoint()));
    assertThat(folder.resolve("whole/rejects.parquet")).doesNotExist();
  }

  /** All that is true of nothing else, and all that is true of everything: what must come out. */
  @Test
  void aGivenTruthIsCountedAndObeyed() throws IOException {
    Path everything = truth("all.jsonl", IMAGES, "train");
    Path held = truth("held-all.jsonl", 6, "test");
    TrainConfig config =
        config(
            "data.train.truth=" + everything,
            "data.held.truth=" + held,
            "method.name=oracle",
            "objective.loss=mafa",
            "objective.loss.judge=truth");
    TrainResult all = train(config, "all");
    assertThat(all.retrieval().get("truth.txt_r1")).isEqualTo(100);
    assertThat(metrics("all").get(8)).contains("\"batch\":1.0");
    assertThatThrownBy(() -> train(config("method.name=oracle"), "unknown"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("or a list in data.train.truth");
    assertThatThrownBy(() -> TinyRuns.config("data.train.truth=x"))
        .hasMessageContaining("Scenes knows its own; truth=x");
    Path own = Files.writeString(folder.resolve("own.jsonl"), trueLine("train0", "train1#0"));
    Path heldOwn = Files.writeString(folder.resolve("held.jsonl"), trueLine("test0", "test1#0"));
    TrainResult none =
        train(config("data.train.truth=" + own, "data.held.truth=" + heldOwn), "own");
    assertThat(none.retrieval().get("truth.txt_r1")).isLessThan(100);
  }

  private static String trueLine(String image, String text) {
    return "{\"image_key\": \"%s\", \"text_key\": \"%s\", \"match\": true}".formatted(image, text);
  }

  /** Every caption is true of every image. */
  private Path truth(String name, int images, String split) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int caption = 0; caption < TinyCoco.CAPTIONS * images; caption++) {
      for (int image = 0; image < images; image++) {
        lines.add(
            trueLine(
                split + image,
                split + caption / TinyCoco.CAPTIONS + "#" + caption % TinyCoco.CAPTIONS));
      }
    }
    return Files.write(folder.resolve(name), lines);
  }

  /** The class token is told the folder; runs of other seeds find the weights in the cache. */
  @Test
  void learnsToSeeFromLabelledImages() throws IOException {
    Path labelled = folder.resolve("labelled");
    for (int i = 0; i < 8; i++) {
      Path kind = Files.createDirectories(labelled.resolve(i % 2 == 0 ? "even" : "odd"));
      Files.copy(folder.resolve("images/train" + i + ".jpg"), kind.resolve(i + ".jpg"));
    }
    Files.writeString(labelled.resolve("odd/broken.jpg"), "no picture");
    List<String> keys =
        List.of(
            "start.image_encoder=supervised",
            "start.supervised={dataset: %s, images: 6, steps: 3, batch_size: 4}"
                .formatted(labelled));
    TrainConfig config = config(keys.toArray(String[]::new));
    train(config, "labelled-run", 1);
    Path weights;
    try (Stream<Path> cached = Files.list(folder.resolve("cache"))) {
      weights =
          cached.filter(file -> file.toString().endsWith("safetensors")).findFirst().orElseThrow();
    }
    byte[] first = Files.readAllBytes(weights);
    Files.delete(weights);
    train(config, "labelled-again", 1);
    assertThat(weights).hasBinaryContent(first);
    Files.writeString(labelled.resolve("loose.jpg"), "x");
    Files.copy(
        folder.resolve("images/train0.jpg"),
        labelled.resolve("loose.jpg"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> train(config, "loose", 1))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("sample 'loose' has no class");
    assertThatThrownBy(() -> config("start.image_encoder=supervised"))
        .hasMessageContaining("labelled images: start.supervised.dataset");
  }

  @Test
  void aWarmStartNeedsImagesOfTwoClasses() throws IOException {
    Path kind = Files.createDirectories(folder.resolve("labelled/even"));
    Files.copy(folder.resolve("images/train0.jpg"), kind.resolve("0.jpg"));
    String supervised =
        "start.supervised={dataset: %s, images: 6, steps: 3, batch_size: 4}"
            .formatted(kind.getParent());
    TrainConfig config = config("start.image_encoder=supervised", supervised);
    assertThatThrownBy(() -> train(config, "run", 1))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("a warm start needs images of two classes or more; there are [even]");
  }

  @Test
  void readingStopsOnRequest() {
    assertThatThrownBy(() -> train(config(), "run", 0))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("train.json: interrupted while it was read");
  }

  @Test
  void anExportOpensAndGivesWhatTheTrainedNetworkGives() {
    train(config("train.epochs=2"), "run");
    ExportResult result =
        Exporter.export(
            new ExportRequest(
                folder.resolve("run"),
                new CheckpointChoice.Newest(),
                folder.resolve("model"),
                false));
    assertThat(result.differences())
        .hasSize(7)
        .allSatisfy((file, difference) -> assertThat(difference).isBetween(0.0, 1e-5));
  }

  @Test
  void unusableSamplesAreListedAndTheRestIsTrainedOn() throws IOException {
    coco.write("train.json", Split.TRAIN, IMAGES, "...", "a circle");
    Path broken = folder.resolve("images/train3.jpg");
    Files.write(broken, Arrays.copyOf(Files.readAllBytes(broken), 300));
    Files.delete(folder.resolve("images/train5.jpg"));
    TrainResult result = train(config("train.epochs=1"), "run");
    // 28 captions of 14 images that are there, less two of the broken one, and one more.
    assertThat(result.steps()).isEqualTo(27 / 4);
    assertThat(result.rejects()).isEqualTo(3);
    List<Reject> rejects = Rejects.read(folder.resolve("run/rejects.parquet"));
    assertThat(rejects).extracting(Reject::key).containsExactly("000000005", "train3", "train0#2");
    assertThat(rejects)
        .extracting(Reject::reason)
        .satisfiesExactly(
            reason -> assertThat(reason).contains("train5.jpg"),
            reason -> assertThat(reason).startsWith("image: "),
            reason -> assertThat(reason).startsWith("caption: "));
  }

  @Test
  void refusesToResumeWithOtherPairs() throws IOException {
    train(config(), "run", 2);
    coco.write("train.json", Split.TRAIN, IMAGES, "a circle");
    assertThatThrownBy(() -> train(config(), "run"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("other pairs");
  }

  @Test
  void imagesStayWhereTheyAreAndMustNotChange() throws IOException {
    train(config(), "run", 2);
    try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
      assertThat(files.filter(file -> file.endsWith("images.bin")))
          .hasSize(2)
          .allMatch(this::empty);
    }
    for (int i = 0; i < IMAGES; i++) {
      Files.copy(
          folder.resolve("images/test0.jpg"),
          folder.resolve("images/train" + i + ".jpg"),
          StandardCopyOption.REPLACE_EXISTING);
    }
    assertThatThrownBy(() -> train(config(), "run"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(".jpg: has changed since the dataset was read; remove ");
  }

  private boolean empty(Path file) {
    return file.toFile().length() == 0;
  }

  /** The same pairs inside tars give the same run: images are then kept beside the table. */
  @Test
  void whereImagesLieChangesNothing() throws IOException {
    train(config("train.epochs=2"), "files");
    for (String part : List.of("train", "held")) {
      DatasetConverter.convert(
          new ConversionRequest(
              SampleSources.open(folder.resolve(part + ".json").toString()),
              Map.of(),
              folder.resolve(part + "-tars"),
              ConversionRequest.Format.WEBDATASET,
              100,
              false),
          Progress.NONE);
    }
    train(
        config(
            "train.epochs=2",
            "data.train=" + folder.resolve("train-tars"),
            "data.held=" + folder.resolve("held-tars")),
        "tars");
    assertThat(metrics("tars")).containsExactlyElementsOf(metrics("files"));
  }

  @Test
  void aDatasetIsReadOnce() throws IOException {
    List<String> tasks = new ArrayList<>();
    Progress progress =
        (name, total, unit) -> {
          tasks.add(name);
          return Progress.NONE.begin(name, total, unit);
        };
    for (String name : List.of("one", "two")) {
      Trainer.train(
          new TrainRequest(
              config("train.epochs=1"),
              folder.resolve(name),
              false,
              folder.resolve("cache"),
              progress,
              () -> false));
    }
    assertThat(tasks.stream().filter(name -> name.startsWith("reading "))).hasSize(2);
    try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
      assertThat(files).hasSize(2).allMatch(Files::isDirectory);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "data.train=nowhere.json | nowhere.json: there is no such file or folder",
        "data.held=nowhere.json | nowhere.json: there is no such file or folder",
        "data.held=scenes | must both be scenes or both be datasets",
        "data.text.tokenizer='' | data.text.tokenizer must name",
        "data.text.tokenizer=nowhere | nowhere: is no tokenizer.json or vocab.txt",
        "data.text.max_tokens=17 | must not exceed model.max_tokens",
        "start.image_encoder=nowhere.safetensors | nowhere.safetensors: there is no such file",
        "start.text_encoder=nowhere.safetensors | nowhere.safetensors: there is no such file",
        "start.image_encoder=supervised | start.image_encoder: supervised needs labelled scenes",
        "data.train.format=pictures | input format 'pictures' is not known",
        "data.augment.scale=[0.5] | data.augment.scale must be [lowest, highest]",
        "data.train.separator=ab | the separator must be one character; 'ab'",
        "data.train.caption_lines=two | the lines of caption files must be one or each; 'two'",
        "data.train.image_root=src | train.json: has no pair that can be used",
        "data.text.cleaning=shout | data.text.cleaning: text cleaning 'shout' is not known",
        "objective.loss={name: mafa, judge: truth} | truth needs pairs whose truth is known",
        "train.batch_size=31 | the 30 pairs; batch_size=31",
        "method.search_space=31 | the 30 pairs; search_space=31"
      })
  void refusesWhatCannotBeTrainedOnBeforeTheRunBegins(String override, String message) {
    assertThatThrownBy(() -> train(config(override), "run"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(message);
    assertThat(folder.resolve("run/config.yaml")).doesNotExist();
  }
}
