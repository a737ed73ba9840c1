// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.conversion.DatasetConverter;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.datacomp.RunFile;
import dev.falcon.eval.datacomp.TaskReport;
import dev.falcon.eval.datacomp.run.DataComp;
import dev.falcon.eval.datacomp.run.DataCompRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataCompTest {
  private static final List<String> CLASSES = List.of("cat", "dog", "fish", "horse", "mouse");

  @TempDir Path folder;
  private Path data;
  private Path out;
  private final LetterEmbedder model = new LetterEmbedder("model-a");

  @BeforeEach
  void folders() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
    out = folder.resolve("out");
  }

  private DataComp.Result run(DataCompRequest request, LetterEmbedder embedder) {
    return new DataComp(request, embedder, embedder.fingerprint(), Progress.NONE).run();
  }

  private DataComp.Result run(String... tasks) {
    return run(request(tasks), model);
  }

  private DataCompRequest request(String... tasks) {
    return new DataCompRequest(
        data, out, List.of(tasks), DataCompRequest.OnMissing.SKIP, true, false);
  }

  private Path cifar10() {
    return TinyData.write(
        data.resolve("wds_cifar10_test"),
        CLASSES,
        List.of(TinyData.labelled("s0", "cat", 0), TinyData.labelled("s1", "dog", 1)),
        List.of(TinyData.labelled("s2", "horse", 3), TinyData.labelled("s3", "dog dog", 2)));
  }

  @Test
  void writesTheLineAndSaysWhatItRestsOn() throws IOException {
    cifar10();
    DataComp.Result result = run();
    assertThat(Files.readString(out.resolve("eval_results.jsonl")))
        .isEqualTo(
            "{\"key\": \"cifar10\", \"dataset\": \"CIFAR-10\", \"metrics\": {\"acc1\": 0.75, "
                + "\"acc5\": 1.0, \"mean_per_class_recall\": 0.75, \"main_metric\": 0.75}}\n");
    TaskReport report = RunFile.read(out.resolve("run.json")).tasks().get(0);
    assertThat(report.samples()).isEqualTo(4);
    assertThat(report.promptsSha256()).hasSize(64);
    assertThat(report.tieBudget().decisions()).isEqualTo(4);
    assertThat(result.run().missing()).hasSize(39);
    assertThat(result.run().aggregates().get(4).missing()).hasSize(37);
    assertThat(model.textBatches).containsExactly(5);
  }

  @Test
  void saysWhatIsIncompleteAndWhichClassesAreOne() throws IOException {
    TinyData.write(
        data.resolve("wds_cifar10_test"),
        List.of("cat", "act", "dog", "horse", "shore", "fish"),
        List.of(TinyData.labelled("s0", "cat", 0), TinyData.labelled("s1", "broken", 2)));
    TaskReport report = run().run().tasks().get(0);
    assertThat(report.absent()).isEqualTo(9998);
    assertThat(report.equalClassVectors()).isEqualTo(4);
    assertThat(RunFile.read(out.resolve("run.json")).tasks().get(0)).isEqualTo(report);
    cifar10();
    assertThat(run().run().tasks().get(0).equalClassVectors()).isZero();
    assertThat(out.resolve("run.json")).content().doesNotContain("equal_class_vectors");
  }

  @Test
  void resumesWithTheNextShardAfterAPowerCut() {
    cifar10();
    model.imagesUntilFailure = 3;
    assertThatThrownBy(this::run).hasMessage("power cut");
    model.imagesUntilFailure = Integer.MAX_VALUE;
    model.images.clear();
    DataComp.Result result = run();
    assertThat(model.images).containsExactly("horse", "dog dog");
    assertThat(result.run().tasks().get(0).metrics().get("acc1")).isEqualTo(0.75);
    assertThat(model.textBatches).containsExactly(5);
  }

  @Test
  void doesNotRepeatATaskWhoseInputsAreTheSame() throws IOException {
    Path dataset = cifar10();
    run();
    model.images.clear();
    assertThat(run().reused()).containsExactly("cifar10");
    assertThat(model.images).isEmpty();

    Files.writeString(
        dataset.resolve("zeroshot_classification_templates.txt"), "one {c}\ntwo {c}\n");
    assertThat(run().reused()).isEmpty();
    assertThat(model.images).isEmpty();
    assertThat(model.textBatches).containsExactly(5, 10);
  }

  @Test
  void neverTakesOverAnotherModelsResults() {
    cifar10();
    run();
    LetterEmbedder other = new LetterEmbedder("model-b");
    assertThatThrownBy(() -> run(request(), other))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("run.json: holds results of another model ('model-a')")
        .hasMessageContaining("overwrite");
    DataCompRequest overwriting =
        new DataCompRequest(data, out, List.of(), DataCompRequest.OnMissing.SKIP, true, true);
    assertThat(run(overwriting, other).reused()).isEmpty();
    assertThat(other.images).hasSize(4);
  }

  @Test
  void refusesResultLinesThatItDidNotWrite() throws IOException {
    cifar10();
    run();
    Path file = out.resolve("eval_results.jsonl");
    String line = Files.readString(file);
    Files.writeString(file, line.replace("0.75", "0.85"));
    assertThatThrownBy(this::run).hasMessageContaining("the result of cifar10 is not in run.json");
    Files.writeString(file, line + "{\"key\": \"mnist\", \"data");
    assertThatThrownBy(this::run)
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("eval_results.jsonl, line 2: not whole JSON");
    Files.writeString(file, "[1, 2]\n");
    assertThatThrownBy(this::run).hasMessageContaining("line 1: not a result");
  }

  @Test
  void saysWhichTasksAreMissingOrStopsAsAsked() {
    cifar10();
    DataComp.Result result = run("cifar10", "vtab/*");
    assertThat(result.run().missing()).hasSize(12);
    DataCompRequest strict =
        new DataCompRequest(
            data, out, List.of("cifar10", "mnist"), DataCompRequest.OnMissing.FAIL, true, false);
    assertThatThrownBy(() -> run(strict, model))
        .hasMessageContaining("lacks mnist; add these, or leave out what is missing");
    assertThatThrownBy(() -> run("mnist")).hasMessageContaining("wds_mnist_test");
    assertThatThrownBy(() -> run("nothing/*"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("nothing/*");
  }

  @Test
  void findsBrokenLayoutsBeforeAnyWork() throws IOException {
    TinyData.write(
        data.resolve("wds_mnist_test"), CLASSES, List.of(TinyData.labelled("s0", "cat", 0)));
    Path dataset = cifar10();
    Path counter = dataset.resolve("test/nshards.txt");
    assertBroken(counter, "3\n", "2.tar: is missing; nshards.txt says that there are 3 shards");
    assertBroken(counter, "two\n", "nshards.txt: must hold the number of shards; holds 'two'");
    assertBroken(counter, "0\n", "nshards.txt: must say 1 shard or more; says 0");
    assertBroken(counter, null, "nshards.txt: is missing; it must say how many shards there are");
    Path classes = dataset.resolve("classnames.txt");
    assertBroken(classes, "\n  \n", "classnames.txt: holds no class name");
    assertBroken(classes, null, "classnames.txt: cannot be read");
    Path templates = dataset.resolve("zeroshot_classification_templates.txt");
    assertBroken(templates, "a {c}\na photo\n", "the template 'a photo' must hold {c}");
    assertBroken(templates, "a {c} {d}\n", "the template 'a {c} {d}' must hold {c}");
    assertThat(model.images).isEmpty();
    assertThat(run().run().tasks()).hasSize(2);
  }

  private void assertBroken(Path file, String content, String message) throws IOException {
    byte[] right = Files.readAllBytes(file);
    if (content == null) {
      Files.delete(file);
    } else {
      Files.writeString(file, content);
    }
    assertThatThrownBy(this::run)
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
    Files.write(file, right);
  }

  @Test
  void listsUnusableSamplesAndContinues() {
    TinyData.write(
        data.resolve("wds_cifar10_test"),
        CLASSES,
        List.of(
            TinyData.labelled("good", "cat", 0),
            TinyData.labelled("far", "cat", 5),
            TinyData.labelled("unlabelled", "cat", null),
            TinyData.labelled("imageless", null, 1),
            TinyData.labelled("undecodable", "broken", 1)));
    DataComp.Result result = run();
    assertThat(result.run().tasks().get(0).samples()).isEqualTo(1);
    assertThat(result.run().tasks().get(0).rejected()).isEqualTo(4);
    assertThat(result.rejects())
        .containsExactlyInAnyOrder(
            new Reject("0.tar", "imageless", "the sample has no image"),
            new Reject("0.tar", "undecodable", "the picture cannot be decoded"),
            new Reject("0.tar", "far", "the label 5 is outside the 5 lines of classnames.txt"),
            new Reject("0.tar", "unlabelled", "the sample has no label (.cls)"));
    assertThat(out.resolve("rejects.parquet")).exists();
    assertThat(run().rejects()).isEmpty();
  }

  @Test
  void failsWhereNoSampleIsUsable() {
    TinyData.write(
        data.resolve("wds_cifar10_test"), CLASSES, List.of(TinyData.labelled("far", "cat", 7)));
    assertThatThrownBy(this::run)
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("holds no usable sample; the label 7 is outside");
  }

  @Test
  void dropsBlankClassLinesAndKeepsTheLabels() {
    TinyData.write(
        data.resolve("wds_cifar10_test"),
        List.of("cat", "", "dog"),
        List.of(TinyData.labelled("s0", "cat", 0), TinyData.labelled("s1", "dog", 2)));
    TaskReport report = run().run().tasks().get(0);
    assertThat(report.classes()).isEqualTo(2);
    assertThat(report.metrics().get("acc1")).isEqualTo(0.5);
    assertThat(report.metrics().get("acc5")).isNull();
    assertThat(report.rejected()).isZero();
  }

  @Test
  void reportsClassNamesThatOccurTwice() {
    TinyData.write(
        data.resolve("wds_cifar10_test"),
        List.of("cat", "dog", "cat"),
        List.of(TinyData.labelled("s0", "cat", 2)));
    TaskReport report = run().run().tasks().get(0);
    assertThat(report.duplicateClassNames()).containsExactly("cat");
    assertThat(report.tieBudget().below1e4()).isEqualTo(1);
  }

  @Test
  void requiresTheMetadataThatATaskNames() {
    TinyData.write(
        data.resolve("wds_wilds-fmow_test"),
        CLASSES,
        List.of(
            TinyData.labelled("a", "cat", 0, 0, 2, 0, 9),
            TinyData.labelled("b", "dog", 1, 1, 2, 1, 9),
            TinyData.labelled("c", "fish", 3, 5, 0, 3, 9),
            TinyData.labelled("narrow", "cat", 0, 1, 2),
            TinyData.labelled("none", "cat", 0),
            TinyData.labelled("negative", "cat", 0, -1, 2, 0)));
    DataComp.Result result = run();
    assertThat(result.rejects())
        .extracting(Reject::reason)
        .containsExactly(
            "the .npy has 2 numbers; it must begin with the 3 fields region, year, y",
            "the sample has no metadata (.npy)",
            "the .npy's field region is -1; it must be a group's number");
    TaskReport report = result.run().tasks().get(0);
    assertThat(report.metrics().get("acc_worst_region")).isEqualTo(0.0);
    assertThat(report.metrics().get("acc_region:2")).isNaN();

    DataCompRequest without =
        new DataCompRequest(data, out, List.of(), DataCompRequest.OnMissing.SKIP, false, false);
    assertThat(run(without, model).run().tasks().get(0).metrics().get("acc_worst_region"))
        .isEqualTo(1.0);
  }

  @Test
  void embedsImagesThatTwoTasksShareOnce() {
    List<Sample> counts =
        List.of(TinyData.labelled("s0", "cat", 0), TinyData.labelled("s1", "dog", 1));
    List<Sample> distances =
        List.of(
            TinyData.labelled("s0", "cat", 1),
            TinyData.labelled("s1", "dog", 0),
            TinyData.labelled("s2", "fish", 2));
    TinyData.write(data.resolve("wds_vtab-clevr_count_all_test"), CLASSES, counts);
    TinyData.write(data.resolve("wds_vtab-clevr_closest_object_distance_test"), CLASSES, distances);
    DataComp.Result result = run();
    assertThat(model.images).containsExactly("cat", "dog", "fish");
    assertThat(result.run().tasks().get(1).metrics().get("acc1")).isCloseTo(1.0 / 3, within(1e-15));
  }

  @Test
  void findsCaptionsAndImagesInShardsAndInUnpackedTables() throws IOException {
    List<String> words =
        List.of("cat", "dog", "fish", "horse", "mouse", "bird", "wolf", "bear", "lion", "zebra");
    Sample[] samples =
        words.stream()
            .map(word -> TinyData.captioned("s" + word, word, "a " + word, word + "s"))
            .toArray(Sample[]::new);
    TinyData.write(
        data.resolve("wds_flickr_1k_test_image_text_retrieval_test"), CLASSES, List.of(samples));
    Path unpacked = data.resolve("mscoco_2014_5k_test_image_text_retrieval");
    Files.createDirectories(unpacked.resolve("images"));
    StringBuilder table = new StringBuilder("raw,filename\n");
    for (String word : words) {
      Files.writeString(unpacked.resolve("images/" + word + ".jpg"), word);
      table.append("\"[\"\"a ").append(word).append("\"\", \"\"").append(word).append("s\"\"]\",");
      table.append(word).append(".jpg\n");
    }
    Files.writeString(unpacked.resolve("test.csv"), table);
    List<TaskReport> reports = run().run().tasks();
    assertThat(reports).hasSize(2);
    assertThat(reports.get(0).metrics().get("text_retrieval_recall@1")).isEqualTo(1.0);
    assertThat(reports.get(0).metrics().get("image_retrieval_recall@5")).isEqualTo(1.0);
    assertThat(reports.get(1).metrics()).isEqualTo(reports.get(0).metrics());

    Path converted = data.resolve("converted");
    convert(
        unpacked.resolve("test.csv").toString(),
        SourceOptions.DEFAULTS.withImageRoot(unpacked.resolve("images")),
        converted);
    Files.move(unpacked, folder.resolve("apart"));
    Files.move(converted, unpacked);
    DataComp.Result again = run();
    assertThat(again.reused()).containsExactly("retrieval/flickr_1k_test_image_text_retrieval");
    assertThat(again.run().tasks().get(1).metrics()).isEqualTo(reports.get(1).metrics());
    assertThat(again.run().tasks().get(1).dataSha256()).isNotEqualTo(reports.get(1).dataSha256());
  }

  private static void convert(String dataset, SourceOptions options, Path output) {
    DatasetConverter.convert(
        new ConversionRequest(
            SampleSources.open(dataset, options),
            Map.of(),
            output,
            ConversionRequest.Format.WEBDATASET,
            7,
            false),
        Progress.NONE);
  }

  @Test
  void needsAsManyImagesAsItLooksFor() {
    List<Sample> samples =
        IntStream.range(0, 9).mapToObj(i -> TinyData.captioned("s" + i, "cat", "cat")).toList();
    TinyData.write(data.resolve("wds_flickr_1k_test_image_text_retrieval_test"), CLASSES, samples);
    assertThatThrownBy(this::run)
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("has 9 usable images; recall at 10 needs at least 10");
  }

  @Test
  void picksPicturesForACue() throws IOException {
    Path winogavil = data.resolve("winogavil");
    Files.createDirectories(winogavil.resolve("winogavil_images"));
    for (String word : List.of("cat", "tac", "dog", "fish", "horse")) {
      Files.write(
          winogavil.resolve("winogavil_images/" + word + ".jpg"),
          word.getBytes(StandardCharsets.UTF_8));
    }
    Files.writeString(
        winogavil.resolve("winogavil_dataset.csv"),
        """
        ID,cue,candidates,associations
        1,Cat,"[""cat"", ""tac"", ""dog"", ""fish"", ""horse""]","[""cat"", ""tac""]"
        2,act,"[""cat"", ""tac"", ""dog"", ""fish"", ""horse""]","[""dog"", ""tac""]"
        3,cat,"[""cat"", ""gone""]","[""cat""]"
        4,cat,"no list","[""cat""]"
        5,cat,"[""cat"", ""dog""]","[""fish""]"
        """);
    DataComp.Result result = run();
    TaskReport report = result.run().tasks().get(0);
    assertThat(report.samples()).isEqualTo(2);
    assertThat(report.metrics().get("jaccard_score_5")).isCloseTo(2.0 / 3, within(1e-15));
    assertThat(report.metrics().main()).isNaN();
    assertThat(result.rejects()).hasSize(4);
    assertThat(RunFile.read(out.resolve("run.json")).tasks().get(0).metrics().main()).isNaN();
    assertThat(run().reused()).containsExactly("misc/winogavil");

    Path images = winogavil.resolve("winogavil_images");
    convert(
        images.toString(),
        SourceOptions.DEFAULTS.withFormat(DatasetFormat.FOLDER),
        folder.resolve("tars"));
    Files.move(images, folder.resolve("apart"));
    Files.move(folder.resolve("tars"), images);
    TaskReport converted = run().run().tasks().get(0);
    assertThat(converted.metrics().values()).isEqualTo(report.metrics().values());
    assertThat(converted.samples()).isEqualTo(2);
  }
}
