// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.conversion.DatasetConverter;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.LetterEmbedder;
import dev.falcon.eval.retrieval.RetrievalRequest.Order;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Truths in the files of ECCV Caption and Crisscrossed Captions, with images and captions of our
 * own in the layouts of COCO and of Karpathy's splits. Pictures are texts, and the model counts
 * letters.
 */
class PublishedTruthTest {
  private static final String ECCV_IMAGES = "eccv_image_to_caption.json";
  private static final String ECCV_CAPTIONS = "eccv_caption_to_image.json";

  private static final String COCO =
      """
      {"images": [
        {"id": 30, "file_name": "COCO_val2014_000000000030.jpg"},
        {"id": 57870, "file_name": "COCO_val2014_000000057870.jpg"},
        {"id": 42, "file_name": "COCO_val2014_000000000042.jpg"}],
       "annotations": [
        {"image_id": 57870, "id": 787980, "caption": "bbbb"},
        {"image_id": 30, "id": 695774, "caption": "aaab"},
        {"image_id": 57870, "id": 789366, "caption": "bbcc"},
        {"image_id": 42, "id": 641613, "caption": "cccc"},
        {"image_id": 30, "id": 696602, "caption": "abbb"}]}
      """;

  /** Karpathy's numbers of images are not COCO's: here one is another image's number in COCO. */
  private static final String KARPATHY =
      """
      {"images": [
        {"filepath": "val2014", "sentids": [695774, 696602], "filename": "COCO_val2014_000000000030.jpg",
         "imgid": 42, "split": "test", "cocoid": 30,
         "sentences": [{"tokens": ["aaab"], "raw": "aaab", "imgid": 42, "sentid": 695774},
                       {"tokens": ["abbb"], "raw": "abbb", "imgid": 42, "sentid": 696602}]},
        {"filepath": "val2014", "filename": "COCO_val2014_000000057870.jpg",
         "imgid": 1, "split": "test", "cocoid": 57870,
         "sentences": [{"raw": "bbbb", "imgid": 1, "sentid": 787980},
                       {"raw": null, "imgid": 1, "sentid": 5},
                       {"raw": "bbcc", "imgid": 1, "sentid": 789366}]},
        {"filepath": "val2014", "sentids": [641613], "filename": "COCO_val2014_000000000042.jpg",
         "imgid": 2, "split": "test", "cocoid": 42,
         "sentences": [{"raw": "cccc", "imgid": 2, "sentid": 641613}]}]}
      """;

  private static final String CXC =
      """
      caption,image,agg_score,sampling_method
      COCO_val2014:sentid:695774,COCO_val2014_000000000030.jpg,4.97,c2i_original
      COCO_val2014:sentid:696602,COCO_val2014_000000000030.jpg,2.9,c2i_original
      COCO_val2014:sentid:696602,COCO_val2014_000000057870.jpg,3.0,c2i_intrasim
      COCO_val2014:sentid:787980,COCO_val2014_000000057870.jpg,5.0,c2i_original
      COCO_val2014:sentid:787980,COCO_val2014_000000000099.jpg,3.5,c2i_intrasim
      COCO_val2014:sentid:641613,COCO_val2014_000000000042.jpg,1.2,c2i_original
      """;

  @TempDir Path folder;

  @BeforeEach
  void pictures() throws IOException {
    Path images = Files.createDirectories(folder.resolve("val2014"));
    Files.writeString(images.resolve("COCO_val2014_000000000030.jpg"), "aaaa");
    Files.writeString(images.resolve("COCO_val2014_000000057870.jpg"), "bbbb");
    Files.writeString(images.resolve("COCO_val2014_000000000042.jpg"), "cccb");
    write(ECCV_IMAGES, "{\"30\": [695774, 789366], \"57870\": [787980, 7], \"9\": [787980]}");
    write(ECCV_CAPTIONS, "{\"696602\": [57870, 30], \"641613\": [30], \"8\": [30, 42]}");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private SampleSource coco() throws IOException {
    return SampleSources.open(
        write("captions_val2014.json", COCO.replace("\"COCO_", "\"val2014/COCO_")).toString());
  }

  private static RetrievalResult run(SampleSource data, Path truth, OptionalDouble least) {
    RetrievalRequest request =
        new RetrievalRequest(
            data,
            Map.of(),
            truth,
            new TruthReading(false, least, 1),
            Optional.empty(),
            OptionalInt.empty(),
            Order.ITC,
            null,
            false);
    return new Retrieval(request, new LetterEmbedder("letters"), Optional.empty(), Progress.NONE)
        .run()
        .result();
  }

  private static RetrievalResult run(SampleSource data, Path truth) {
    return run(data, truth, OptionalDouble.empty());
  }

  /** The same truth as a table of keys: ECCV Caption's sides and unknown ids. */
  private Path tableOfEccv() throws IOException {
    String one = "COCO_val2014_000000000030";
    String two = "COCO_val2014_000000057870";
    String three = "COCO_val2014_000000000042";
    return write(
        "table.csv",
        """
        image_key,text_key,match,side
        %1$s,%1$s#0,1,image
        %1$s,%2$s#1,1,image
        %2$s,%2$s#0,1,image
        %2$s,unknown,1,image
        unknown,%2$s#0,1,image
        %2$s,%1$s#1,1,text
        %1$s,%1$s#1,1,text
        %1$s,%3$s,1,text
        %1$s,unknown,1,text
        %3$s,unknown,1,text
        """
            .formatted(one, two, three));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"coco", "karpathy", "coco to tar", "karpathy to tar", "karpathy to parquet"})
  void eccvCaptionIsReadAsItIs(String layout) throws IOException {
    SampleSource data =
        layout.startsWith("coco")
            ? coco()
            : SampleSources.open(write("dataset_coco.json", KARPATHY).toString());
    if (layout.contains(" to ")) {
      ConversionRequest.Format format =
          layout.endsWith("tar")
              ? ConversionRequest.Format.WEBDATASET
              : ConversionRequest.Format.PARQUET;
      Path made = folder.resolve("made");
      DatasetConverter.convert(
          new ConversionRequest(data, Map.of(), made, format, 100, false), Progress.NONE);
      data = SampleSources.open(made.toString());
    }
    RetrievalResult expected = run(coco(), tableOfEccv());
    for (String named : List.of(ECCV_IMAGES, ECCV_CAPTIONS)) {
      RetrievalResult result = run(data, folder.resolve(named));
      assertThat(result.itc()).isEqualTo(expected.itc());
      assertThat(result.judged()).isEqualTo(expected.judged());
      assertThat(result.judged())
          .contains(new RetrievalResult.Judged(2, 2, 6, 1, 1, 1, Optional.empty()));
      assertThat(result.truth()).isEqualTo(named);
      assertThat(result.provenance().inputs().stream().map(Provenance.Input::name))
          .containsSubsequence(named, named.equals(ECCV_IMAGES) ? ECCV_CAPTIONS : ECCV_IMAGES);
    }
  }

  @Test
  void crisscrossedCaptionsAreRightFromThreeOn() throws IOException {
    Path cxc = write("sits_test.csv", CXC);
    String table =
        CXC.replace("caption,image,agg_score", "text_key,image_key,grade")
            .replace("COCO_val2014:sentid:", "")
            .replace(".jpg", "");
    Path own = write("own.csv", table);
    RetrievalResult result = run(coco(), cxc);
    RetrievalRequest listed =
        new RetrievalRequest(
            coco(),
            Map.of(),
            own,
            new TruthReading(true, OptionalDouble.of(3), 1),
            Optional.empty(),
            OptionalInt.empty(),
            Order.ITC,
            null,
            false);
    RetrievalResult expected =
        new Retrieval(listed, new LetterEmbedder("letters"), Optional.empty(), Progress.NONE)
            .run()
            .result();
    // Captions 695774, 696602 and 787980, of which the last has an image that is not here.
    assertThat(result.judged())
        .contains(new RetrievalResult.Judged(2, 3, 5, 1, 1, 0, Optional.of(3.0)));
    assertThat(result.judged()).isEqualTo(expected.judged());
    assertThat(result.itc()).isEqualTo(expected.itc());
    assertThat(result.correlation()).isEqualTo(expected.correlation());
    assertThat(result.correlation().orElseThrow().get("pairs")).isEqualTo(5);
    assertThat(result.itc().get("img_truth_r1")).isEqualTo(100);
    assertThat(result.itc().get("img_truth_r10")).isEqualTo(100);
    assertThat(run(coco(), cxc, OptionalDouble.of(2.5)).judged().orElseThrow().leastGrade())
        .hasValue(2.5);
  }

  @ParameterizedTest
  @CsvSource({
    "'caption1,caption2', COCO_val2014:sentid:695774, COCO_val2014:sentid:696602,"
        + " COCO_val2014:sentid:641613",
    "'image1,image2', COCO_val2014_000000000030.jpg, COCO_val2014_000000057870.jpg,"
        + " COCO_val2014_000000000042.jpg"
  })
  void pairsOfOneKindAreOnlyCorrelated(String columns, String one, String two, String three)
      throws IOException {
    // aaab and abbb are more alike than abbb and cccc; bbbb and cccb than aaaa and bbbb.
    boolean texts = columns.startsWith("caption");
    Path file =
        write(
            "one_kind.csv",
            columns
                + ",agg_score,sampling_method\n"
                + String.join(",", one, two, texts ? "4.5" : "0.2", "a\n")
                + String.join(",", two, three, texts ? "0.2" : "4.5", "a\n")
                + String.join(",", two, "elsewhere", "5", "a\n"));
    RetrievalResult result = run(coco(), file);
    assertThat(result.judged())
        .contains(new RetrievalResult.Judged(0, 0, 2, 0, 0, 0, Optional.empty()));
    assertThat(result.correlation().orElseThrow().get("pairs")).isEqualTo(2);
    assertThat(result.correlation().orElseThrow().get("spearman")).isCloseTo(100, within(1e-9));
    assertThat(result.itc().values()).doesNotContainKey("txt_map_at_r");
  }

  @Test
  void unreadableTruthsAreNamed() throws IOException {
    Path images = folder.resolve(ECCV_IMAGES);
    Path captions = folder.resolve(ECCV_CAPTIONS);
    refused(
        write("none.csv", "caption,image,agg_score,sampling_method\n"), "none.csv: has no pair");
    refused(
        write("ids.json", Files.readString(images)),
        "ids.json: begins with an id; a truth by ids is two files, whose names end with"
            + " image_to_caption.json and caption_to_image.json");
    refused(
        write("nan.csv", CXC.replace("4.97", "NaN")),
        "nan.csv: row 0: the grade must be a number; it is NaN");
    Files.writeString(captions, "[]");
    refused(images, ECCV_CAPTIONS + ": must be an object from ids to lists of ids; it is ARRAY");
    Files.writeString(captions, "{\"8\": 30}");
    refused(images, ECCV_CAPTIONS + ": the id '8' must have a list of ids");
    Files.writeString(captions, "{}");
    Files.writeString(images, "{\"30\": [641613]}");
    refused(
        images,
        ECCV_IMAGES
            + ": none of its pairs that this dataset has (1) is an image with its own caption; is it"
            + " of another dataset?");
    Files.writeString(images, "{\"31\": [7]}");
    refused(
        images,
        ECCV_IMAGES
            + ": no pair is of this dataset; its keys are such as 'COCO_val2014_000000000030' and"
            + " 'COCO_val2014_000000000030#0', its captions' ids such as '641613'");
    Files.delete(captions);
    refused(
        images,
        ECCV_CAPTIONS + ": there is no such file; ECCV Caption's truth is two files in one folder");
    Path own = tableOfEccv();
    assertThatThrownBy(() -> run(coco(), own, OptionalDouble.of(2)))
        .isInstanceOf(RequestException.class)
        .hasMessage(own + ": has no grades, so a least grade has no effect; omit it");
    SampleSource without =
        SampleSources.open(
            write(
                    "without.json",
                    COCO.replaceAll("\"id\": [0-9]{6}, ", "").replace("\"COCO_", "\"val2014/COCO_"))
                .toString());
    assertThatThrownBy(() -> run(without, write("sits.csv", CXC)))
        .isInstanceOf(FalconException.class)
        .hasMessageEndingWith(
            "', and its captions have no ids, which COCO's captions file and Karpathy's splits give");
  }

  private void refused(Path truth, String ending) {
    assertThatThrownBy(() -> run(coco(), truth))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder.toString())
        .hasMessageEndingWith(ending);
  }
}
