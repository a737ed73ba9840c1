// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.eval.compositional.score.ItemProtocol;
import dev.falcon.eval.compositional.score.ItemShape;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.eval.compositional.suite.SuiteDescription;
import dev.falcon.eval.compositional.suite.SuiteItem;
import dev.falcon.eval.compositional.suite.SuitePicture;
import dev.falcon.eval.compositional.suite.SuitePicture.Box;
import dev.falcon.eval.compositional.suite.SuiteReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of every form, and descriptions of files. */
class SuiteReaderTest {
  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private CompositionalSuite table(String name, String text) throws IOException {
    return SuiteReader.read(write(name, text).toString(), Optional.empty(), Optional.empty());
  }

  private static List<String> captions(CompositionalSuite suite, int item) {
    return suite.items().get(item).texts().stream().map(suite.texts()::get).toList();
  }

  private static List<String> pictures(CompositionalSuite suite, int item) {
    return suite.items().get(item).pictures().stream()
        .map(suite.pictures()::get)
        .map(SuitePicture::name)
        .toList();
  }

  @Test
  void oneRowPerPair() throws IOException {
    CompositionalSuite suite =
        table(
            "own.csv",
            """
            item,image,caption,match,subset,set,weight,side,box
            a,x.png,a red dog,1,colour,s,2,,"1,2,30,40"
            a,x.png,a blue dog,0,colour,s,2,,"1,2,30,40"
            b,x.png,a red dog,true,colour,s,1,image,
            b,x.png,a blue dog,false,colour,s,1,image,
            b,y.png,a blue dog,1,colour,s,1,text,
            b,z.png,a blue dog,0,colour,s,1,text,
            """);
    assertThat(suite.rejects()).isEmpty();
    assertThat(suite.items()).extracting(SuiteItem::id).containsExactly("a", "b");
    SuiteItem first = suite.items().get(0);
    assertThat(first.subset()).isEqualTo("colour");
    assertThat(first.set()).contains("s");
    assertThat(first.weight()).isEqualTo(2);
    assertThat(suite.pictures())
        .extracting(SuitePicture::box)
        .startsWith(Optional.of(new Box(1, 2, 30, 40)), Optional.empty());
    assertThat(suite.texts()).containsExactly("a red dog", "a blue dog");
    SuiteItem second = suite.items().get(1);
    assertThat(second.shape().contests(ItemProtocol.CAPTION)).hasSize(1);
    assertThat(second.shape().contests(ItemProtocol.IMAGE)).hasSize(1);
    assertThat(suite.protocol(first)).isEqualTo(ItemProtocol.CAPTION);
    assertThat(suite.protocol(second)).isEqualTo(ItemProtocol.GROUP);
  }

  @Test
  void rightAndWrongCaptions() throws IOException {
    CompositionalSuite suite =
        table(
            "own.jsonl",
            """
            {"image_path": "x.png", "caption": "one", "caption2": "uno", "negative_caption": "two"}
            {"image_path": "y.png", "true_caption": "ignored", "caption": "three", "caption2": "tres", "negative_caption": ["four", "five"]}
            """);
    assertThat(captions(suite, 0)).containsExactly("one", "uno", "two");
    assertThat(captions(suite, 1)).containsExactly("three", "tres", "four", "five");
    assertThat(suite.items().get(0).shape().contests(ItemProtocol.TEXT)).hasSize(1);
    CompositionalSuite python =
        table(
            "crepe.csv",
            """
            image,caption,hard_negs
            x.png,one,"['a \\'b', ""c's"" , 'd\\n', 'e\\xa0f']"
            x.png,two,"['a' 'b']"
            x.png,two,"[1]"
            x.png,two,"['a\\']"
            """);
    assertThat(captions(python, 0)).containsExactly("one", "a 'b", "c's", "d\n", "e\u00a0f");
    assertThat(python.rejects())
        .extracting(Reject::reason)
        .containsExactly(
            "row 1 must be a list of quoted texts; it is ['a' 'b']",
            "row 2 must be a list of quoted texts; it is [1]",
            "row 3 must be a list of quoted texts; it is ['a\\']");
  }

  @ParameterizedTest
  @CsvSource({
    "image_0, image_1, caption_0, caption_1",
    "image_1, image_2, caption_1, caption_2",
    "image1, image2, caption1, caption2",
    "image, negative_image, caption, negative_caption"
  })
  void imagesWithTheirOwnCaptions(String image, String other, String caption, String wrong)
      throws IOException {
    CompositionalSuite suite =
        table(
            "own.json",
            "[{\"%s\": \"x.png\", \"%s\": \"y.png\", \"%s\": \"one\", \"%s\": \"two\"}]"
                .formatted(image, other, caption, wrong));
    assertThat(pictures(suite, 0)).containsExactly("x.png", "y.png");
    assertThat(captions(suite, 0)).containsExactly("one", "two");
    assertThat(suite.protocol(suite.items().get(0))).isEqualTo(ItemProtocol.GROUP);
  }

  @Test
  void parquetWithBoxesInColumns() {
    Path file = folder.resolve("own.parquet");
    TableSchema schema =
        TableSchema.of(
            TableSchema.required("image", ColumnType.UTF8),
            TableSchema.required("true_caption", ColumnType.UTF8),
            TableSchema.required("false_caption", ColumnType.UTF8),
            TableSchema.required("relation", ColumnType.UTF8),
            TableSchema.required("bbox_x", ColumnType.INT64),
            TableSchema.required("bbox_y", ColumnType.INT64),
            TableSchema.required("bbox_w", ColumnType.INT64),
            TableSchema.required("bbox_h", ColumnType.INT64));
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, Map.of())) {
      for (long width : new long[] {30, 0}) {
        table.setString(0, "x.png").setString(1, "one").setString(2, "two").setString(3, "on");
        table.setLong(4, 1).setLong(5, 2).setLong(6, width).setLong(7, 40).endRow();
      }
      table.commit();
    }
    CompositionalSuite suite =
        SuiteReader.read(file.toString(), Optional.empty(), Optional.of("relation"));
    assertThat(suite.items()).hasSize(1);
    assertThat(suite.items().get(0).subset()).isEqualTo("on");
    assertThat(suite.pictures().get(0).box()).contains(new Box(1, 2, 30, 40));
    assertThat(suite.rejects().get(0).reason())
        .isEqualTo(
            "row 1 has the box [1.0, 2.0, 0.0, 40.0], which must be x, y, width and height in"
                + " pixels");
    assertThatThrownBy(
            () -> SuiteReader.read(file.toString(), Optional.empty(), Optional.of("kind")))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("has no column 'kind'; its columns are image, true_caption");
  }

  @Test
  void rowsThatCannotBeUsedAreListed() throws IOException {
    CompositionalSuite suite =
        table(
            "own.csv",
            """
            item,image,caption,match,side,weight,box,score
            a,x.png,one,1,,1,,0.5
            a,x.png,two,0,,1,,0.4
            a,x.png,two,1,,1,,0.4
            b,x.png,one,1,,1,,0.5
            c,x.png,one,1,both,1,,0.5
            d,x.png,one,maybe,,1,,0.5
            e,x.png,one,1,,0,,0.5
            f,x.png,,1,,1,,0.5
            g,x.png,one,1,,1,1;2,0.5
            h,x.png,one,1,,1,,many
            i,x.png,one,1,image,1,,0.5
            i,x.png,one,1,text,1,,0.5
            i,x.png,two,0,image,1,,nan
            j,x.png,one,1,,1,,0.5
            j,x.png,one,1,,1,,0.6
            """);
    // An item is judged with all its options or not at all.
    assertThat(suite.items()).extracting(SuiteItem::id).containsExactly("i");
    assertThat(suite.items().get(0).scores()).containsExactly(0.5f, Float.NaN);
    assertThat(suite.items().get(0).shape().cells())
        .containsExactly(ItemShape.Cell.RIGHT, ItemShape.Cell.WRONG_OF_IMAGE);
    assertThat(suite.rejects())
        .extracting(Reject::reason)
        .containsExactlyInAnyOrder(
            "row 2 contradicts a row before on 'two'",
            "row 0 begins the item 'a', of which a row cannot be used",
            "row 14 contradicts a row before on 'one'",
            "row 13 begins the item 'j', of which a row cannot be used",
            "row 3 begins the item 'b', which must have a right and a wrong option for the protocol"
                + " caption",
            "row 4 has the side 'both', which must be image or text",
            "row 5 has 'maybe' in 'match', which must be a number",
            "row 6 has the weight 0.0, which must be above 0",
            "row 7 has no value in 'caption'",
            "row 8 has '1;2' in 'box', which must be numbers",
            "row 9 has 'many' in 'score', which must be a number");
    CompositionalSuite twice =
        table(
            "twice.jsonl",
            """
            {"item": "a", "image": "x", "caption": "one", "negative_caption": "two"}
            {"item": "a", "image": "x", "caption": "one", "negative_caption": "two"}
            {"item": "b", "image": "x", "caption": " ", "negative_caption": "two"}
            {"item": "c", "image": "x", "caption": "same", "negative_caption": "same"}
            """);
    assertThat(twice.rejects())
        .extracting(Reject::reason)
        .containsExactly("row 1 is a second item 'a'", "row 2 has an empty 'caption'");
    assertThat(twice.warnings())
        .containsExactly(
            "1 item has a wrong caption or image equal to a right one, which no model can decide");
    assertThat(
            table(
                    "pairs.csv",
                    """
                    image_0,image_1,caption_0,caption_1,match,score
                    x.png,y.png,one,two,0,0.1
                    x.png,x.png,one,two,0,0.1
                    x.png,y.png,one,one,0,0.1
                    """)
                .warnings())
        .containsExactly(
            "2 items have a wrong caption or image equal to a right one, which no model can decide");
  }

  @Test
  void aColumnWithoutANameIsNone() throws IOException {
    CompositionalSuite suite =
        table("pandas.csv", ",image,caption,negative_caption\n0,x.png,one,two\n");
    assertThat(captions(suite, 0)).containsExactly("one", "two");
  }

  @ParameterizedTest
  @ValueSource(strings = {"own.csv", "own.json"})
  void unknownColumnsAreNamedWithTheKnownForms(String name) {
    String text = name.endsWith("csv") ? "picture,text\nx,y\n" : "[{\"picture\": 1, \"text\": 2}]";
    assertThatThrownBy(() -> table(name, text))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith(
            name
                + ": its columns picture, text are no form of a suite; they must be item, image,"
                + " caption, match; or image, caption, negative_caption; or image_0, image_1,"
                + " caption_0, caption_1");
  }

  @Test
  void filesThatAreNoTables() {
    assertThatThrownBy(() -> table("own.json", "{\"image\""))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("own.json: line 1: not JSON");
    assertThatThrownBy(() -> SuiteReader.read("none", Optional.empty(), Optional.empty()))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith("none: is no file, and no suite that Falcon describes; these are");
    assertThatThrownBy(() -> table("own.csv", "image,caption,negative_caption\nx.png,,two\n"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("holds no item that can be judged; row 0 has no value in 'caption'");
    assertThatThrownBy(() -> table("own.csv", "image,caption,negative_caption\n"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("has no row");
  }

  private static final String DESCRIPTION =
      """
      name: mine
      files:
        first: [part/a.json]
      columns:
        images: ["images/{0}.png"]
        captions: ["1.right.0"]
        negatives: ["1.wrong.0+"]
        box: ["1.box"]
      prompt: a photo of {}
      cleaning: aro
      filters: ["1.votes >= 2", "1.split = test", "1.split != train"]
      average: subsets
      expected: {first: 3}
      other_counts: [one row was withdrawn]
      """;

  @Test
  void aDescriptionReadsNestedColumns() throws IOException {
    write(
        "part/a.json",
        """
        {"r1": ["x", {"right": ["A Dog!"], "wrong": ["a (cat)", "two"], "votes": 2,
                      "split": "test", "box": [1, 2, 3, 4]}],
         "r2": ["y", {"right": ["one"], "wrong": ["two"], "votes": 1, "split": "test"}],
         "r3": ["y", {"right": ["one"], "wrong": ["two"], "votes": 3, "split": "val"}],
         "r4": ["y", {"right": ["one"], "wrong": ["two"], "votes": 3, "split": "test"}]}
        """);
    Path file = write("mine.yaml", DESCRIPTION);
    CompositionalSuite suite =
        SuiteReader.read(file.toString(), Optional.of(folder), Optional.empty());
    assertThat(suite.items()).extracting(SuiteItem::id).containsExactly("first/r1", "first/r4");
    assertThat(pictures(suite, 0)).containsExactly("images/x.png");
    assertThat(suite.pictures().get(0).box()).contains(new Box(1, 2, 3, 4));
    assertThat(suite.pictures().get(1).box()).isEmpty();
    assertThat(captions(suite, 0))
        .containsExactly("a photo of a dog", "a photo of a cat", "a photo of two");
    assertThat(suite.warnings())
        .containsExactly("first: 2 items, and 3 are published; one row was withdrawn");
    assertThat(suite.files()).containsOnlyKeys("part/a.json");
    assertThatThrownBy(() -> SuiteReader.read(file.toString(), Optional.empty(), Optional.empty()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("mine: name the folder of its files");
  }

  @Test
  void consecutiveRowsAreOneItem() throws IOException {
    write("q.csv", "id,text\n1,one\n2,two\n3,three\n4,four\n5,alone\n");
    Path file =
        write(
            "pairs.yaml",
            """
            name: pairs
            files: {all: [q.csv]}
            columns: {images: ["{0.id:03}.jpg", "{1.0:file}.jpg"], captions: [0.text, 1.1]}
            rows_per_item: 2
            subset_size: 1
            subset_names: [odd]
            set_pattern: "(.*)3[.](jpg)"
            protocol: image
            ties: last
            """);
    CompositionalSuite suite =
        SuiteReader.read(file.toString(), Optional.of(folder), Optional.empty());
    assertThat(suite.items()).hasSize(2);
    assertThat(pictures(suite, 1)).containsExactly("003.jpg", "4.jpg");
    assertThat(suite.items()).extracting(SuiteItem::subset).containsExactly("odd", "");
    assertThat(suite.items().get(0).set()).isEmpty();
    assertThat(suite.items().get(1).set()).contains("00 jpg");
    assertThat(captions(suite, 1)).containsExactly("three", "four");
    assertThat(suite.protocol(suite.items().get(0))).isEqualTo(ItemProtocol.IMAGE);
  }

  @Test
  void smallAndExcludedSubsetsAreLeftOut() throws IOException {
    write(
        "a.csv",
        "image,caption,foil,relation\nx,a,b,on\nx,c,d,on\nx,e,f,near\nx,g,h,beside\nx,i,j,beside\n");
    Path file =
        write(
            "small.yaml",
            """
            name: small
            files: {all: [a.csv]}
            columns: {images: [image], captions: [caption], negatives: [foil], subset: relation}
            excluded: [beside]
            least_items: 2
            """);
    CompositionalSuite suite =
        SuiteReader.read(file.toString(), Optional.of(folder), Optional.empty());
    assertThat(suite.items()).extracting(SuiteItem::subset).containsExactly("on", "on");
    // Captions of items that are left out are not embedded.
    assertThat(suite.texts()).containsExactly("a", "b", "c", "d");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "title: x | a suite must have a name",
        "{name: a, prompt: photo} | the prompt must contain {}; it is 'photo'",
        "{name: a, cleaning: all} | the cleaning must be none or aro; it is 'all'",
        "{name: a, average: mean} | the average must be one of rows, subsets, categories,",
        "{name: a, filters: [votes]} | a filter must be 'COLUMN >= NUMBER',",
        "{name: a, filters: ['votes >= x']} | a filter must be 'COLUMN >= NUMBER',",
        "{name: a, columns: {images: [a]}} | columns must be image, caption and match;",
        "{name: a, protocol: pair} | the protocol must be one of caption, image, group,",
        "{name: a, files: {b: []}, colour: red} | Unrecognized field \"colour\"",
        "'{name: a' | not YAML at line 1",
      })
  void aWrongDescriptionIsOneLine(String text, String message) throws IOException {
    Path file = write("wrong.yaml", text.replace("'{name", "{name").replace("a'", "a"));
    assertThatThrownBy(() -> SuiteReader.description(file.toString()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(message)
        .message()
        .hasLineCount(1);
  }

  @Test
  void aMissingDescriptionIsNamed() {
    assertThatThrownBy(() -> SuiteReader.description(folder.resolve("none.yaml").toString()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("none.yaml: cannot be read");
  }

  /** Rows of the published shapes, with captions of our own. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sugarcrepe | {'0': {'filename': 'a.jpg', 'caption': 'p ', 'negative_caption': 'n'}} | a.jpg"
            + " | p ;n",
        "sugarcrepe-pp | [{'id': 1, 'filename': 'a.jpg', 'caption': 'p', 'caption2': 'q',"
            + " 'negative_caption': 'n'}] | a.jpg | p;q;n",
        "bivlc | {'image': 'a.jpg', 'caption': 'p', 'negative_caption': 'n', 'negative_image':"
            + " 'b.jpg', 'type': 'swap'} | a.jpg;b.jpg | p;n",
        "aro-relation | [{'image_path': 'a.jpg', 'bbox_x': 1, 'bbox_y': 2, 'bbox_w': 3, 'bbox_h': 4,"
            + " 'true_caption': 'p', 'false_caption': 'n', 'relation_name': 'under'}] | a.jpg | p;n",
        "aro-coco-order | [{'image': 'a.jpg', 'caption_options': ['A P.', 'n', 'm', 'l', 'k']}] |"
            + " a.jpg | a p;n;m;l;k",
        "aro-flickr-order | [{'image': 'a.jpg', 'caption_options': ['p', 'n']}] | a.jpg | p;n",
        "valse | {'x': {'image_file': 'a.jpg', 'caption': 'p', 'foil': 'n', 'classes_foil': [2],"
            + " 'mturk': {'caption': 3}}} | a.jpg | p;n",
        "winoground | {'id': 0, 'image_0': 'i0', 'image_1': 'i1', 'caption_0': 'p', 'caption_1': 'n',"
            + " 'collapsed_tag': 'Object'} | images/i0.png;images/i1.png | p;n",
        "colorswap | {'id': 0, 'caption_1': 'p', 'caption_2': 'n', 'image_1': 'a', 'image_2': 'b'} |"
            + " a;b | p;n",
        "cola | [['http://x/y/a.jpg', 'p', 'http://x/y/b.jpg', 'n']] | a.jpg;b.jpg | p;n",
        "mmvp-vlm | id,type,statement~1,t,p~2,t,n~ | MLLM_VLM Images/t/1.jpg;MLLM_VLM Images/t/2.jpg"
            + " | a photo of p;a photo of n",
        "whatsup-a | [{'image_path': 'd/cup_left_of_mat.jpeg', 'caption_options': ['p', 'n', 'm',"
            + " 'l']}] | d/cup_left_of_mat.jpeg | p;n;m;l",
        "whatsup-b | [{'image_path': 'd/cup_left_of_mat.jpeg', 'caption_options': ['p', 'n']}] |"
            + " d/cup_left_of_mat.jpeg | p;n",
        "whatsup-coco | [[139, 'p', 'n']] | 000000000139.jpg | p;n",
        "whatsup-vg | [[139, 'p', 'n']] | 139.jpg | p;n",
        "vl-checklist | [['vg/a.jpg', {'POS': ['p'], 'NEG': ['n']}]] | vg/a.jpg | p;n",
        "crepe-productivity | image_id,caption,x,y,width,height,hard_negs~7,p,1,2,3,4,\"['n', 'm']\"~"
            + " | 7.jpg | p;n;m",
        "crepe-systematicity | image_id,caption,x,y,width,height,valid_hard_negs_combined~7,p,1,2,3,4,"
            + "\"['n', 'm']\"~ | 7.jpg | p;n;m",
      })
  void rowsOfThePublishedShapes(String name, String rows, String images, String texts)
      throws IOException {
    for (List<String> files : SuiteReader.description(name).files().values()) {
      for (String file : files) {
        write(file, rows.replace('\'', name.startsWith("crepe") ? '\'' : '"').replace('~', '\n'));
      }
    }
    CompositionalSuite suite = SuiteReader.read(name, Optional.of(folder), Optional.empty());
    assertThat(suite.rejects()).isEmpty();
    assertThat(pictures(suite, 0)).containsExactly(images.split(";"));
    assertThat(captions(suite, 0)).containsExactly(texts.split(";"));
    assertThat(suite.warnings()).hasSameSizeAs(suite.description().expected().keySet());
    SuiteItem first = suite.items().get(0);
    switch (name) {
      case "mmvp-vlm" -> assertThat(first.subset()).isEqualTo("Orientation and Direction");
      case "whatsup-a", "whatsup-b" -> {
        assertThat(first.set()).contains("cup mat");
        assertThat(first.pair()).contains("0 cup mat");
      }
      case "sugarcrepe" -> assertThat(first.id()).isEqualTo("add_att/0");
      case "aro-relation" -> {
        assertThat(suite.pictures().get(0).box()).contains(new Box(1, 2, 3, 4));
        assertThat(first.subset()).isEqualTo("under");
      }
      default -> assertThat(first.weight()).isEqualTo(1);
    }
  }

  @Test
  void attributesOfAPairAreOneSubset() throws IOException {
    String row =
        "{\"image_path\": \"a\", \"bbox_x\": 1, \"bbox_y\": 2, \"bbox_w\": 3, \"bbox_h\": 4,"
            + " \"true_caption\": \"p\", \"false_caption\": \"n\", \"attributes\": [\"%s\", \"b\"]}";
    String rows = String.join(",", Collections.nCopies(25, row.formatted("a")));
    write("visual_genome_attribution.json", "[" + rows + "," + row.formatted("rare") + "]");
    CompositionalSuite suite =
        SuiteReader.read("aro-attribution", Optional.of(folder), Optional.empty());
    assertThat(suite.items()).hasSize(25).extracting(SuiteItem::subset).containsOnly("a_b");
  }

  /** mteb's copy of ARO: a struct of an image, and a struct of a box, as pyarrow writes them. */
  @ParameterizedTest
  @ValueSource(strings = {"boxes.parquet", "boxes.arrow"})
  void recordsOfABox(String name) throws IOException {
    Path file = folder.resolve(name);
    try (InputStream written = SuiteReaderTest.class.getResourceAsStream(name)) {
      Files.write(file, written.readAllBytes());
    }
    CompositionalSuite suite =
        SuiteReader.read(file.toString(), Optional.empty(), Optional.of("relation_name"));
    assertThat(suite.rejects()).isEmpty();
    assertThat(suite.pictures())
        .extracting(SuitePicture::box)
        .containsExactly(
            Optional.of(new Box(1, 2, 3, 4)), Optional.of(new Box(5, 6, 7, 8)), Optional.empty());
    assertThat(suite.items()).extracting(SuiteItem::subset).containsExactly("on", "under", "on");
  }

  private static List<String> names() {
    return SuiteReader.NAMES;
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyDescriptionIsComplete(String name) {
    SuiteDescription description = SuiteReader.description(name);
    assertThat(description.name()).isEqualTo(name);
    assertThat(description.measures()).isNotBlank();
    assertThat(description.licence()).isNotBlank();
    assertThat(description.source()).isNotBlank();
    assertThat(description.images()).isNotBlank();
    assertThat(description.files()).isNotEmpty();
  }
}
