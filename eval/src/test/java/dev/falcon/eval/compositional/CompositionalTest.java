// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.Png;
import dev.falcon.data.image.Raster;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.Golden;
import dev.falcon.eval.LetterEmbedder;
import dev.falcon.eval.compositional.compare.ComparedColumns;
import dev.falcon.eval.compositional.compare.PairedRuns;
import dev.falcon.eval.compositional.compare.SuiteComparison;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.eval.compositional.suite.ImageTable;
import dev.falcon.eval.compositional.suite.SuiteDescription;
import dev.falcon.eval.compositional.suite.SuiteReader;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.retrieval.ColourMatcher;
import dev.falcon.onnx.matcher.MatchScorer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suites of pictures that are texts, judged by a naive second implementation. */
class CompositionalTest {
  private static final String DESCRIPTION =
      """
      name: letters
      files: {first: [first.csv], second: [second.csv]}
      columns: {images: [image], captions: [caption], negatives: [foil]}
      categories: {both: [first, second], none: [third]}
      ties: true_first
      """;

  @TempDir Path folder;
  private final LetterEmbedder embedder = new LetterEmbedder("letters");
  private Optional<TrainedImages> trainedOn = Optional.empty();

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private CompositionalSuite letters() throws IOException {
    write("letters.yaml", DESCRIPTION);
    write("first.csv", "image,caption,foil\na,aab,bb\nb,abb,aa\nb,ab,ba\n");
    write("second.csv", "image,caption,foil\na,c,a\n");
    write("images/a", "aaa");
    write("images/b", "bbb");
    return SuiteReader.read(
        folder.resolve("letters.yaml").toString(), Optional.of(folder), Optional.empty());
  }

  private CompositionalSuite table(String text) throws IOException {
    write("own.csv", text);
    return SuiteReader.read(
        folder.resolve("own.csv").toString(), Optional.empty(), Optional.empty());
  }

  private CompositionalRequest request(
      CompositionalSuite suite, Optional<SampleSource> images, ScoredBy order, boolean written) {
    return new CompositionalRequest(
        suite,
        Optional.empty(),
        folder.resolve("images"),
        images,
        trainedOn,
        Map.of(),
        order,
        written,
        written ? Optional.of(folder.resolve("out")) : Optional.empty(),
        false);
  }

  private Compositional.Outcome run(CompositionalRequest request) {
    Optional<MatchScorer> matcher =
        request.order() == ScoredBy.ITM ? Optional.of(new ColourMatcher()) : Optional.empty();
    Optional<EmbeddingModel> model =
        request.order() == ScoredBy.TABLE ? Optional.empty() : Optional.of(embedder);
    return new Compositional(request, model, matcher, "letters/model", Progress.NONE).run();
  }

  @Test
  void sharesTiesBlindAnswersAndAverages() throws IOException {
    CompositionalResult result =
        run(request(letters(), Optional.empty(), ScoredBy.ITC, false)).result();
    assertThat(result.items()).isEqualTo(4);
    assertThat(result.missing()).isZero();
    // first: two right and a tie, since letters have no order; second: wrong.
    SubsetResult first = result.subsets().get(0);
    assertThat(first.subset()).isEqualTo("first");
    assertThat(first.items()).isEqualTo(3);
    assertThat(first.images()).isEqualTo(2);
    assertThat(first.ties()).isEqualTo(1);
    assertThat(first.shares().share()).isCloseTo(200.0 / 3, within(1e-9));
    assertThat(first.shares().tiesHalf()).isCloseTo(250.0 / 3, within(1e-9));
    assertThat(first.shares().official()).isEqualTo(100);
    assertThat(first.shares().chance()).isEqualTo(50);
    assertThat(first.shares().shorterCaption()).isZero();
    assertThat(result.averages())
        .containsOnlyKeys("rows", "subsets", "categories", "category_subsets");
    assertThat(result.averages().get("rows").share()).isEqualTo(50);
    assertThat(result.averages().get("subsets").share()).isCloseTo(100.0 / 3, within(1e-9));
    assertThat(result.averages().get("categories").share()).isEqualTo(50);
    assertThat(result.averages().get("category_subsets").share())
        .isCloseTo(100.0 / 3, within(1e-9));
    // A picture and a caption are embedded once, however many items name them.
    assertThat(embedder.images).containsExactly("aaa", "bbb");
    assertThat(embedder.textBatches).containsExactly(8);
    assertThat(result.tieBudget().decisions()).isEqualTo(4);
    assertThat(result.tieBudget().below1e4()).isEqualTo(1);
  }

  @Test
  void captionsNearTheMeanImageAreABlindAnswer() throws IOException {
    CompositionalSuite suite = table("image,caption,foil\na,c,a\na,a,c\nc,cc,a\n");
    write("images/a", "aaa");
    write("images/c", "ccc");
    SubsetResult all =
        run(request(suite, Optional.empty(), ScoredBy.ITC, false)).result().subsets().get(0);
    // The mean of the two pictures is as near to a as to c.
    assertThat(all.shares().share()).isCloseTo(200.0 / 3, within(1e-9));
    write("images/c", "aac");
    SubsetResult leaning =
        run(request(suite, Optional.empty(), ScoredBy.ITC, false)).result().subsets().get(0);
    assertThat(leaning.shares().meanImage()).isCloseTo(100.0 / 3, within(1e-9));
  }

  @Test
  void missingAndBrokenPicturesAreCountedAndListed() throws IOException {
    CompositionalSuite suite =
        table("image,caption,foil\na,a,b\nnone,a,b\nbad,a,b\n../own.csv,a,b\nnone,a,c\n");
    write("images/a", "aaa");
    write("images/bad", "broken");
    Compositional.Outcome outcome = run(request(suite, Optional.empty(), ScoredBy.ITC, true));
    assertThat(outcome.isComplete()).isFalse();
    assertThat(outcome.result().items()).isEqualTo(1);
    assertThat(outcome.result().missing()).isEqualTo(4);
    assertThat(outcome.rejects())
        .extracting(Reject::key)
        .containsExactlyInAnyOrder("none", "../own.csv", "bad");
    assertThat(outcome.rejects())
        .extracting(Reject::reason)
        .contains("there is no such file in the folder", "the picture cannot be decoded");
    assertThat(folder.resolve("out/rejects.parquet")).exists();
    CompositionalSuite away = table("image,caption,foil\nnone,a,b\n");
    assertThatThrownBy(() -> run(request(away, Optional.empty(), ScoredBy.ITC, false)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("images: has none of the suite's images, such as none;");
    CompositionalSuite bad = table("image,caption,foil\nbad,a,b\n");
    assertThatThrownBy(() -> run(request(bad, Optional.empty(), ScoredBy.ITC, false)))
        .isInstanceOf(FalconException.class)
        .hasMessage("own: no item can be judged; the picture cannot be decoded");
    CompositionalRequest nowhere =
        new CompositionalRequest(
            bad,
            Optional.empty(),
            folder.resolve("nowhere"),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            ScoredBy.ITC,
            false,
            Optional.empty(),
            false);
    assertThatThrownBy(() -> run(nowhere))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("nowhere: must be a folder or a zip file of images");
  }

  @Test
  void picturesOfADatasetByTheirKeys() throws IOException {
    CompositionalSuite suite = table("image,caption,foil\na,a,b\nb,a,b\nz,a,b\n");
    MemorySource data =
        new MemorySource(
            "memory",
            Stream.of("a", "b", "c")
                .map(key -> Sample.of(key, key.getBytes(StandardCharsets.UTF_8), List.of()))
                .toList());
    Compositional.Outcome outcome = run(request(suite, Optional.of(data), ScoredBy.ITC, false));
    assertThat(embedder.images).containsExactly("a", "b");
    assertThat(outcome.result().averages().get("rows").share()).isEqualTo(50);
    assertThat(outcome.rejects())
        .containsExactly(new Reject("memory", "z", "there is no sample with this key"));
  }

  @Test
  void writesItemsAndClipBenchmarksFiles() throws IOException {
    CompositionalRequest request = request(letters(), Optional.empty(), ScoredBy.ITC, true);
    CompositionalResult result = run(request).result();
    JsonNode written = Json.readTree(folder.resolve("out/suite.json"));
    assertThat(written.at("/averages/rows/share").doubleValue()).isEqualTo(50);
    assertThat(written.at("/suite/sha256").asText()).isEqualTo(result.suite().sha256());
    assertThat(written.at("/suite/ties").asText()).isEqualTo("true_first");
    assertThat(written.get("files").findValuesAsText("name"))
        .containsExactly(
            "items.parquet",
            "clip_benchmark/letters_first_falcon_letters_model_en_image_caption_selection.json",
            "clip_benchmark/letters_second_falcon_letters_model_en_image_caption_selection.json");
    JsonNode benchmark =
        Json.readTree(folder.resolve("out/" + written.at("/files/1/name").asText()));
    assertThat(benchmark.get("dataset").asText()).isEqualTo("letters/first");
    assertThat(benchmark.at("/metrics/image_acc").doubleValue()).isEqualTo(1);
    assertThat(benchmark.at("/metrics/text_acc").doubleValue()).isEqualTo(1); // a tie is right
    try (TableReader table = TableReader.open(folder.resolve("out/items.parquet"))) {
      assertThat(table.metadata()).containsEntry("falcon.suite.sha256", result.suite().sha256());
      int item = table.column(ColumnType.UTF8, "item");
      int right = table.column(ColumnType.BOOL, "right");
      int tied = table.column(ColumnType.BOOL, "tied");
      List<String> rows = new ArrayList<>();
      while (table.next()) {
        rows.add(table.getString(item) + table.getBoolean(right) + table.getBoolean(tied));
      }
      assertThat(rows)
          .containsExactly(
              "first/0truefalse", "first/1truefalse", "first/2falsetrue", "second/0falsefalse");
    }
    assertThatThrownBy(() -> run(request))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith("suite.json: already exists; name another file, or overwrite it");
    Files.delete(folder.resolve("out/suite.json"));
    embedder.images.clear();
    run(request);
    assertThat(embedder.images).isEmpty(); // the vectors of the run before are used
  }

  @Test
  void itemsOnImagesOfTheTrainingAreApart() throws IOException {
    write("names.txt", "\nsome/folder/a.png\nCOCO_train2014_00b.jpg\n");
    TrainedImages list = TrainedImages.ofList(folder.resolve("names.txt"));
    assertThat(list.names()).containsExactlyInAnyOrder("a", "00b");
    trainedOn = Optional.of(list);
    CompositionalResult.Trained trained =
        run(request(letters(), Optional.empty(), ScoredBy.ITC, true))
            .result()
            .trained()
            .orElseThrow();
    // Of a's two items one is right, and of b's two one, since the other ties.
    assertThat(trained.seenItems()).isEqualTo(2);
    assertThat(trained.seen().share()).isEqualTo(50);
    assertThat(trained.unseenItems()).isEqualTo(2);
    assertThat(trained.unseen().share()).isEqualTo(50);
    SuiteComparison same =
        PairedRuns.read(
                List.of(folder.resolve("out"), folder.resolve("out/items.parquet")),
                ComparedColumns.USUAL)
            .compared(0);
    assertThat(same.notes()).containsExactly("both runs are of the same model");
    assertThat(same.seen().orElseThrow().items()).isEqualTo(2);
    ComparedColumns captions = new ComparedColumns(Optional.of("right_caption"), Optional.empty());
    assertThat(
            PairedRuns.read(List.of(folder.resolve("out"), folder.resolve("out")), captions)
                .compared(0)
                .all()
                .first())
        .isEqualTo(same.all().first());
    assertThat(same.unseen().orElseThrow().name()).isEqualTo("on other images");
    MemorySource data =
        new MemorySource("training", List.of(Sample.of("c", new byte[1], List.of("a caption"))));
    assertThat(TrainedImages.of(data).names()).containsExactly("c");
    assertThat(TrainedImages.of(data).hashes()).containsExactly(Sha256.of(new byte[1]));
    Sample copy = Sample.of("x", "bbb".getBytes(UTF_8), List.of("a caption"));
    trainedOn = Optional.of(TrainedImages.of(new MemorySource("copies", List.of(copy))));
    CompositionalResult.Trained copied =
        run(request(letters(), Optional.empty(), ScoredBy.ITC, false))
            .result()
            .trained()
            .orElseThrow();
    assertThat(copied.seenItems()).isEqualTo(2); // those on b, whose file it is
    assertThatThrownBy(() -> TrainedImages.ofList(folder.resolve("none.txt")))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("none.txt: cannot be read");
    Files.write(folder.resolve("latin.txt"), new byte[] {(byte) 0xE9, '\n'});
    assertThatThrownBy(() -> TrainedImages.ofList(folder.resolve("latin.txt")))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("latin.txt: is no text in UTF-8");
  }

  @Test
  void foreignFoldersAreRefused() throws IOException {
    CompositionalSuite suite = letters();
    write("out/items.parquet", "not a table");
    assertThatThrownBy(() -> run(request(suite, Optional.empty(), ScoredBy.ITC, true)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(
            "out: holds other files, such as items.parquet, and not results of a compositional");
  }

  @Test
  void scoresOfTheTableNeedNoModel() throws IOException {
    CompositionalSuite suite =
        table(
            """
            item,image,caption,match,score,set
            a,x,one,1,0.5,s
            a,x,two,0,0.4,s
            b,x,one,1,NaN,s
            b,x,two,0,0.4,s
            c,x,one,1,0.5,t
            c,x,two,0,0.4,t
            """);
    Compositional.Outcome outcome = run(request(suite, Optional.empty(), ScoredBy.TABLE, true));
    assertThat(outcome.isComplete()).isFalse();
    assertThat(outcome.result().unscored()).isEqualTo(1);
    assertThat(outcome.result().averages().get("rows").share()).isCloseTo(200.0 / 3, within(1e-9));
    assertThat(outcome.result().averages().get("rows").meanImage()).isNaN();
    assertThat(outcome.result().subsets().get(0).sets().get("all_right")).isEqualTo(50);
    assertThat(outcome.result().modelSha256()).isEmpty();
  }

  /** What'sUp's pictures of one pair of objects: four are a set, and two by two are pairs. */
  @Test
  void setsAndPairsWithinThem() throws IOException {
    SuiteDescription published = SuiteReader.description("whatsup-a");
    write(
        "mine.yaml",
        "name: mine\nfiles: {all: [own.csv]}\nties: true_first\n"
            + "columns: {item: item, images: [image], captions: [caption], match: match, score: score}\n"
            + "set_pattern: '%s'\npair_patterns: ['%s', '%s']\n"
                .formatted(
                    published.setPattern().orElseThrow(),
                    published.pairPatterns().get(0),
                    published.pairPatterns().get(1)));
    StringBuilder rows = new StringBuilder("item,image,caption,match,score\n");
    String[][] pictures = {
      {"mug_left_of_plate", "1"}, {"mug_right_of_plate", "0"}, {"mug_on_plate", "1"},
      {"mug_under_plate", "tie"}, {"cup_left_of_bowl", "1"}, {"cup_right_of_bowl", "1"},
      {"cup_on_bowl", "1"}, {"cup_under_bowl", "1"}
    };
    for (String[] picture : pictures) {
      String row = "%s,data/%s.jpeg,%s,%d,%s%n";
      String score = picture[1].equals("tie") ? "0.5" : picture[1];
      rows.append(row.formatted(picture[0], picture[0], "right " + picture[0], 1, score));
      rows.append(row.formatted(picture[0], picture[0], "wrong " + picture[0], 0, "0.5"));
    }
    write("own.csv", rows.toString());
    CompositionalSuite suite =
        SuiteReader.read(
            folder.resolve("mine.yaml").toString(), Optional.of(folder), Optional.empty());
    Scores sets =
        run(request(suite, Optional.empty(), ScoredBy.TABLE, false))
            .result()
            .subsets()
            .get(0)
            .sets();
    assertThat(sets.values())
        .containsEntry("sets", 2L)
        .containsEntry("all_right", 50.0)
        .containsEntry("all_right_official", 50.0)
        .containsEntry("pairs", 4L)
        .containsEntry("pairs_right", 50.0) // a tie is wrong
        .containsEntry("pairs_right_official", 75.0);
  }

  /**
   * ColorSwap's answers of GPT-4V, of which the authors' script prints the shares of 300 rows: each
   * row asks two questions about images and two about captions, with one answer or none.
   */
  @Test
  void colorSwapsAnswersOfAProgramThatChooses() throws IOException {
    JsonNode golden =
        Json.readTree(Golden.folder("compositional-golden").resolve("colorswap_vlm.json"))
            .get("cases")
            .get(0)
            .get("printed");
    int[] right = new int[3]; // text, image and group, of 300
    for (int i = 0; i < right.length; i++) {
      String share = golden.get(3 + i).asText().replaceAll(".*\t", "");
      right[i] = (int) Math.round(Double.parseDouble(share) * 3);
    }
    StringBuilder rows = new StringBuilder("item,subset,set,image,caption,match,side,score\n");
    for (int row = 0; row < 300; row++) {
      boolean text = row < right[0];
      boolean image = row < right[2] || (row >= right[0] && row < right[0] + right[1] - right[2]);
      for (int first = 0; first < 2; first++) {
        for (int second = 0; second < 2; second++) {
          boolean match = first == second;
          // Of a wrong row, one question has no answer.
          String[] chosen = {
            match && (text || first == 0) ? "1" : "0", match && (image || first == 1) ? "1" : "0"
          };
          rows.append(
              String.format(
                  Locale.ROOT,
                  "%1$d-i%2$d,text,%1$d,a%1$d-%2$d,c%1$d-%3$d,%4$s,image,%5$s%n",
                  row,
                  first,
                  second,
                  match,
                  chosen[0]));
          rows.append(
              String.format(
                  Locale.ROOT,
                  "%1$d-t%3$d,image,%1$d,a%1$d-%2$d,c%1$d-%3$d,%4$s,text,%5$s%n",
                  row,
                  first,
                  second,
                  match,
                  chosen[1]));
        }
      }
    }
    List<SubsetResult> subsets =
        run(request(table(rows.toString()), Optional.empty(), ScoredBy.TABLE, false))
            .result()
            .subsets();
    assertThat(subsets).extracting(SubsetResult::subset).containsExactly("image", "text");
    assertThat(allRight(subsets.get(1))).isEqualTo(golden.get(3).asText().replaceAll(".*\t", ""));
    assertThat(allRight(subsets.get(0))).isEqualTo(golden.get(4).asText().replaceAll(".*\t", ""));
    String together = rows.toString().replace("subset,", "part,");
    SubsetResult all =
        run(request(table(together), Optional.empty(), ScoredBy.TABLE, false))
            .result()
            .subsets()
            .get(0);
    assertThat(allRight(all)).isEqualTo(golden.get(5).asText().replaceAll(".*\t", ""));
  }

  private static String allRight(SubsetResult subset) {
    return String.format(Locale.ROOT, "%.2f", subset.sets().get("all_right"));
  }

  /** Scenes' pictures by a matcher, against its answers one by one. */
  @Test
  void aMatcherScoresThePairsOfItems() throws IOException {
    StringBuilder rows = new StringBuilder("image_0,image_1,caption_0,caption_1\n");
    for (int i = 0; i < 40; i += 2) {
      Files.createDirectories(folder.resolve("images"));
      Files.write(folder.resolve("images/" + i), picture(i));
      Files.write(folder.resolve("images/" + (i + 1)), picture(i + 1));
      rows.append(String.join(",", "" + i, "" + (i + 1), "left " + i, "right " + i)).append('\n');
    }
    Files.write(folder.resolve("images/38"), new byte[] {1, 2, 3});
    CompositionalSuite suite = table(rows.toString());
    Compositional.Outcome outcome = run(request(suite, Optional.empty(), ScoredBy.ITM, false));
    CompositionalResult result = outcome.result();
    assertThat(result.items()).isEqualTo(19);
    assertThat(outcome.rejects()).extracting(Reject::key).containsExactly("38");
    int group = 0;
    int captions = 0;
    for (int i = 0; i < 38; i += 2) {
      float own = ColourMatcher.logit(picture(i), "left " + i);
      float wrong = ColourMatcher.logit(picture(i), "right " + i);
      float other = ColourMatcher.logit(picture(i + 1), "left " + i);
      float second = ColourMatcher.logit(picture(i + 1), "right " + i);
      boolean text = own > wrong && second > other;
      captions += text ? 1 : 0;
      group += text && own > other && second > wrong ? 1 : 0;
    }
    SubsetResult all = result.subsets().get(0);
    assertThat(all.protocols().get("caption")).isCloseTo(100.0 * captions / 19, within(1e-9));
    assertThat(all.protocols().get("group")).isCloseTo(100.0 * group / 19, within(1e-9));
    assertThat(all.shares().share()).isCloseTo(100.0 * group / 19, within(1e-9));
    assertThat(all.shares().chance()).isCloseTo(100.0 / 6, within(1e-9));
    write("text.yaml", "{name: t, protocol: text, files: {all: [t.csv]}}");
    write("t.csv", "image,caption,caption2,foil\n0,a,b,c\n");
    CompositionalSuite texts =
        SuiteReader.read(
            folder.resolve("text.yaml").toString(), Optional.of(folder), Optional.empty());
    assertThatThrownBy(() -> run(request(texts, Optional.empty(), ScoredBy.ITM, false)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("t: the protocol text compares captions by their vectors");
    write("images/0", "aa");
    CompositionalResult byText =
        run(request(texts, Optional.empty(), ScoredBy.ITC, false)).result();
    assertThat(byText.suite().protocol()).isEqualTo("text");
    assertThat(byText.subsets().get(0).ties()).isEqualTo(1); // all three are equally far
  }

  private static byte[] picture(int number) {
    byte[] pixels = new byte[24 * 24 * 3];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (byte) (number * 37 + i * (number % 7));
    }
    return Png.encode(pixels, 24, 24);
  }

  @Test
  void boxesAreCutOutBeforeTheModelSeesThem() throws IOException {
    Files.createDirectories(folder.resolve("images"));
    byte[] pixels = new byte[4 * 4 * 3];
    pixels[(1 * 4 + 2) * 3] = 50;
    pixels[(1 * 4 + 3) * 3] = 60;
    Files.write(folder.resolve("images/a.png"), Png.encode(pixels, 4, 4));
    CompositionalSuite suite =
        table(
            """
            image,caption,foil,box
            a.png,one,two,"2,1,9,1"
            a.png,one,two,"4,0,1,1"
            a.png,one,two,
            """);
    List<Raster> seen = new ArrayList<>();
    EmbeddingModel model =
        new EmbeddingModel() {
          @Override
          public String fingerprint() {
            return "seeing";
          }

          @Override
          public void embedImages(Iterator<byte[]> images, ConvertOrder order, ImageSink sink) {
            for (int i = 0; images.hasNext(); i++) {
              seen.add(new ImageDecoder().decode(images.next()));
              sink.vector(i, new float[] {1, 0, 0, 1}); // two vectors of one picture
            }
          }

          @Override
          public float[][] embedTexts(List<String> texts) {
            return texts.stream()
                .map(text -> text.equals("one") ? new float[] {0, 1} : new float[] {0.5f, 0.5f})
                .toArray(float[][]::new);
          }
        };
    Compositional.Outcome outcome =
        new Compositional(
                request(suite, Optional.empty(), ScoredBy.ITC, false),
                Optional.of(model),
                Optional.empty(),
                "seeing",
                Progress.NONE)
            .run();
    assertThat(seen).hasSize(2);
    assertThat(seen.get(0).width()).isEqualTo(2);
    assertThat(seen.get(0).toBytes()).containsExactly(50, 0, 0, 60, 0, 0);
    assertThat(seen.get(1).width()).isEqualTo(4);
    assertThat(outcome.result().averages().get("rows").share()).isEqualTo(100);
    assertThat(outcome.rejects().get(0).reason()).contains("lies outside the picture of 4 x 4");
  }

  @Test
  void picturesInTheTable() throws IOException {
    Path file = folder.resolve("images.parquet");
    try (InputStream written = CompositionalTest.class.getResourceAsStream("images.parquet")) {
      Files.write(file, written.readAllBytes());
    }
    CompositionalSuite suite =
        SuiteReader.read(file.toString(), Optional.empty(), Optional.empty());
    assertThat(suite.images()).extracting(ImageTable::column).containsExactly("image_0", "image_1");
    Compositional.Outcome outcome = run(request(suite, Optional.empty(), ScoredBy.ITC, false));
    // The second row's captions are both of a; the third row lacks a picture.
    assertThat(outcome.result().items()).isEqualTo(2);
    assertThat(outcome.result().missing()).isEqualTo(1);
    assertThat(outcome.result().averages().get("rows").share()).isEqualTo(50);
    assertThat(outcome.rejects())
        .extracting(Reject::key)
        .containsExactly("images.parquet#image_0/000000002");
  }

  @Test
  void picturesInAnArchive() throws IOException {
    CompositionalSuite suite = letters();
    Path zip = folder.resolve("images.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (String name : List.of("a", "b")) {
        out.putNextEntry(new ZipEntry("val/" + name));
        out.write(Files.readAllBytes(folder.resolve("images").resolve(name)));
      }
    }
    CompositionalResult unpacked =
        run(request(suite, Optional.empty(), ScoredBy.ITC, false)).result();
    Folders.delete(folder.resolve("images"));
    Files.move(zip, folder.resolve("images"));
    CompositionalResult packed =
        run(request(suite, Optional.empty(), ScoredBy.ITC, false)).result();
    assertThat(packed.subsets()).isEqualTo(unpacked.subsets());
    assertThat(packed.imagesSha256()).isEqualTo(unpacked.imagesSha256());
    write("images", "neither");
    assertThatThrownBy(() -> run(request(suite, Optional.empty(), ScoredBy.ITC, false)))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith("images: must be a folder or a zip file of images");
  }
}
