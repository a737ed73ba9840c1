// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.image.Png;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TaxonomyConverterTest {
  private static final int PER_CLASS = 40;

  /** Two kinds are called crane. */
  private static final String TABLE =
      """
      child	parent	names
      terrier	dog	terrier
      poodle	dog	poodle
      dog	animal	dog|hound
      crane_bird	animal	crane
      crane_machine	thing	crane
      animal	thing	animal
      thing		thing
      """;

  private static final Map<String, Set<String>> TRUE_NAMES =
      Map.of(
          "terrier", Set.of("terrier", "dog", "animal", "thing"),
          "poodle", Set.of("poodle", "dog", "animal", "thing"),
          "crane_bird", Set.of("crane", "animal", "thing"),
          "crane_machine", Set.of("crane", "thing"));

  @TempDir Path folder;
  private Path images;
  private Path table;

  @BeforeEach
  void writeImages() throws IOException {
    images = folder.resolve("images");
    for (String kind : TRUE_NAMES.keySet()) {
      Path below = Files.createDirectories(images.resolve(kind));
      for (int i = 0; i < PER_CLASS; i++) {
        byte[] pixels = new byte[12];
        pixels[0] = (byte) i;
        Files.write(below.resolve(i + ".png"), Png.encode(pixels, 2, 2));
      }
    }
    table = Files.writeString(folder.resolve("taxonomy.tsv"), TABLE);
  }

  private TaxonomyResult convert(String output, CaptionRules rules, Optional<TableFormat> truth) {
    return convert(
        SampleSources.open(images.toString(), SourceOptions.DEFAULTS), output, rules, truth);
  }

  private TaxonomyResult convert(
      SampleSource source, String output, CaptionRules rules, Optional<TableFormat> truth) {
    ConversionRequest conversion =
        new ConversionRequest(
            source,
            Map.of(),
            folder.resolve(output),
            ConversionRequest.Format.WEBDATASET,
            1000,
            false);
    return TaxonomyConverter.convert(
        new TaxonomyRequest(conversion, table, rules, truth), Progress.NONE);
  }

  private static CaptionRules rules(double generality, double mostTrue) {
    return new CaptionRules(2, generality, mostTrue, List.of("a photo of {a}", "{c}"), 1);
  }

  private static String name(String caption) {
    return caption.replaceFirst("^a photo of an? ", "");
  }

  private List<Sample> samples(String output) {
    List<Sample> samples = new ArrayList<>();
    SampleSources.open(folder.resolve(output).toString(), SourceOptions.DEFAULTS)
        .forEach(
            samples::add,
            reject -> {
              throw new AssertionError(reject);
            });
    return samples;
  }

  /** The list against every pair of a caption and an image, decided by names written down above. */
  @Test
  void listsExactlyThePairsThatMatch() {
    TaxonomyResult result = convert("out", rules(0.5, 1), Optional.of(TableFormat.JSONL));
    List<Sample> samples = samples("out");
    assertThat(samples).hasSize(4 * PER_CLASS);
    Set<String> expected = new HashSet<>();
    Map<String, Integer> names = new HashMap<>();
    for (Sample text : samples) {
      for (int i = 0; i < 2; i++) {
        String name = name(text.captions().get(i));
        names.merge(name, 1, Integer::sum);
        for (Sample image : samples) {
          if (TRUE_NAMES.get(image.metadata().get("class")).contains(name)) {
            expected.add(image.key() + " " + text.key() + "#" + i);
          }
        }
      }
    }
    Set<String> listed = new HashSet<>();
    try (TableReader pairs = TableReader.open(folder.resolve("out/truth/pairs.jsonl"))) {
      int image = pairs.column(ColumnType.UTF8, "image_key");
      int text = pairs.column(ColumnType.UTF8, "text_key");
      while (pairs.next()) {
        assertThat(listed.add(pairs.getString(image) + " " + pairs.getString(text))).isTrue();
      }
    }
    assertThat(listed).isEqualTo(expected);
    assertThat(result.truePairs()).isEqualTo(expected.size());
    assertThat(result.classes()).isEqualTo(4);
    assertThat(result.meanMatches())
        .isCloseTo(expected.size() / (8.0 * PER_CLASS) - 1, within(1e-9));
    assertThat(names.keySet())
        .containsExactlyInAnyOrder("terrier", "poodle", "dog", "crane", "animal", "thing");
    // Half of 80 terriers' and poodles' captions stay at their class.
    assertThat(names.get("terrier") + names.get("poodle")).isBetween(60, 100);
    assertThat(folder.resolve("out/truth/truth.json"))
        .content()
        .contains("\"absent_means\" : false");
  }

  /** One image can be read for its label alone, another only later; both are rejects. */
  @ParameterizedTest
  @EnumSource(ConversionRequest.Format.class)
  void anImageThatIsReadButOnceIsRejected(ConversionRequest.Format format) {
    SampleSource whole = SampleSources.open(images.toString(), SourceOptions.DEFAULTS);
    SampleSource once = new OnceUnreadable(whole, List.of("terrier/7", "poodle/3"));
    ConversionRequest conversion =
        new ConversionRequest(once, Map.of(), folder.resolve("out"), format, 1000, false);
    TaxonomyResult result =
        TaxonomyConverter.convert(
            new TaxonomyRequest(conversion, table, rules(0.5, 1), Optional.of(TableFormat.JSONL)),
            Progress.NONE);

    assertThat(result.conversion().samples()).isEqualTo(4 * PER_CLASS - 2);
    assertThat(Rejects.read(folder.resolve("out").resolve(Rejects.FILE_NAME)))
        .extracting(Reject::key, Reject::reason)
        .containsExactlyInAnyOrder(
            tuple("terrier/7", "it could not be read for its label"),
            tuple("poodle/3", "it cannot be read"));
    assertThat(samples("out")).hasSize(4 * PER_CLASS - 2);
    assertThat(folder.resolve("out/truth/pairs.jsonl"))
        .content()
        .doesNotContain("\"terrier/7", "\"poodle/3\"", "\"poodle/3#")
        .contains("\"poodle/30\"");
    assertThat(folder.resolve("out/truth/pairs.jsonl"))
        .content()
        .hasLineCount((int) result.truePairs());
  }

  /** A dataset in which each of some samples cannot be read in one pass, in that order. */
  private static final class OnceUnreadable implements SampleSource {
    private final SampleSource whole;
    private final List<String> keys;
    private int passes;

    OnceUnreadable(SampleSource whole, List<String> keys) {
      this.whole = whole;
      this.keys = keys;
    }

    @Override
    public SampleReader open(int shard, Consumer<Reject> rejects) {
      SampleReader reader = whole.open(shard, rejects);
      String unreadable = keys.get(passes++);
      return new LookaheadReader() {
        @Override
        protected Optional<Sample> advance() {
          while (reader.hasNext()) {
            Sample sample = reader.next();
            if (!sample.key().equals(unreadable)) {
              return Optional.of(sample);
            }
            rejects.accept(new Reject("images", sample.key(), "it cannot be read"));
          }
          return Optional.empty();
        }

        @Override
        public void close() {
          reader.close();
        }
      };
    }

    @Override
    public String name() {
      return whole.name();
    }

    @Override
    public String format() {
      return whole.format();
    }

    @Override
    public int shards() {
      return whole.shards();
    }

    @Override
    public String shardName(int shard) {
      return whole.shardName(shard);
    }

    @Override
    public List<Provenance.Input> inputs() {
      return whole.inputs();
    }
  }

  @Test
  void generalityAndShareBoundWhatIsNamed() {
    convert("exact", rules(0, 1), Optional.empty());
    assertThat(samples("exact"))
        .allMatch(
            s -> name(s.captions().get(0)).equals(s.metadata().get("class").split("_", -1)[0]));
    convert("bounded", rules(0.9, 0.5), Optional.empty());
    assertThat(samples("bounded"))
        .flatExtracting(Sample::captions)
        .extracting(TaxonomyConverterTest::name)
        .contains("dog")
        .doesNotContain("animal", "thing");
    assertThat(folder.resolve("bounded/truth")).doesNotExist();
  }

  /** Red, blue and black pictures; one that is none has no colour. Against every pair again. */
  @Test
  void namesColoursWhereItIsAsked() throws IOException {
    int[][] colours = {{220, 20, 10}, {10, 40, 200}, {5, 5, 5}};
    List<String> words = List.of("red", "blue", "black");
    for (String kind : TRUE_NAMES.keySet()) {
      for (int i = 0; i < PER_CLASS; i++) {
        Files.write(images.resolve(kind).resolve(i + ".png"), solid(colours[i % 3]));
      }
    }
    Files.writeString(images.resolve("poodle/3.png"), "no picture");
    CaptionRules rules = new CaptionRules(2, 0.5, 1, List.of("a photo of {a}", "{c}"), 1, 0.5);
    TaxonomyResult result = convert("coloured", rules, Optional.of(TableFormat.JSONL));
    Map<String, Integer> coloured = new HashMap<>();
    long pairs = 0;
    List<Sample> samples = samples("coloured");
    for (Sample text : samples) {
      for (String caption : text.captions()) {
        String[] parts = name(caption).split(" on a ", 2);
        String border = parts.length < 2 ? "" : parts[1].replace(" background", "");
        String word =
            words.stream().filter(w -> parts[0].startsWith(w + " ")).findFirst().orElse("");
        coloured.merge(word, 1, Integer::sum);
        coloured.merge("on " + border, 1, Integer::sum);
        String name = parts[0].substring(word.isEmpty() ? 0 : word.length() + 1);
        for (Sample image : samples) {
          int number = Integer.parseInt(image.key().substring(image.key().indexOf('/') + 1));
          boolean broken = image.key().equals("poodle/3");
          boolean match =
              TRUE_NAMES.get(image.metadata().get("class")).contains(name)
                  && (word.isEmpty() || (words.get(number % 3).equals(word) && !broken))
                  && (border.isEmpty() || (words.get(number % 3).equals(border) && !broken));
          pairs += match ? 1 : 0;
        }
      }
    }
    assertThat(result.truePairs()).isEqualTo(pairs);
    assertThat(Files.readAllLines(folder.resolve("coloured/truth/pairs.jsonl")))
        .hasSize((int) pairs);
    assertThat(coloured.get("")).isBetween(120, 200);
    assertThat(coloured.keySet())
        .containsExactlyInAnyOrder(
            "", "red", "blue", "black", "on ", "on red", "on blue", "on black");
    assertThatThrownBy(() -> new CaptionRules(1, 0, 1, List.of("{c}"), 1, 2))
        .hasMessageContaining("colours must be named with a chance in [0, 1]; 2.0");
  }

  private static byte[] solid(int... rgb) {
    byte[] pixels = new byte[3 * 64];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (byte) rgb[i % 3];
    }
    return Png.encode(pixels, 8, 8);
  }

  @ParameterizedTest
  @CsvSource({
    "0,0,0,black", "49,49,49,black", "255,255,255,white", "186,186,186,white", "128,128,128,grey",
    "200,10,10,red", "200,10,60,red", "150,90,40,brown", "220,210,20,yellow", "30,160,40,green",
    "20,40,220,blue", "140,30,160,purple"
  })
  void knowsNineColours(int red, int green, int blue, String name) {
    assertThat(new ImageColours().of(solid(red, green, blue)))
        .isEqualTo(new ImageColours.Colours(name, name));
  }

  /** A blue square in the middle of a red picture. */
  @Test
  void distinguishesTheCentreFromTheBorder() {
    byte[] pixels = new byte[3 * 24 * 24];
    for (int at = 0; at < 24 * 24; at++) {
      boolean middle = Math.abs(at / 24 - 12) < 7 && Math.abs(at % 24 - 12) < 7;
      pixels[3 * at + (middle ? 2 : 0)] = (byte) 200;
    }
    assertThat(new ImageColours().of(Png.encode(pixels, 24, 24)))
        .isEqualTo(new ImageColours.Colours("blue", "red"));
  }

  @Test
  void saysWhichClassesHaveNoImageOrNoParent() throws IOException {
    Files.writeString(table, TABLE + "unicorn\tanimal\tunicorn\nelk\tanimal\telk\n");
    TaxonomyResult result = convert("a", rules(0.5, 1), Optional.empty());
    assertThat(result.withoutImages()).containsExactly("elk", "unicorn");
    assertThat(result.withoutParent()).isEmpty();
    Path below = Files.createDirectories(images.resolve("thing"));
    Files.write(below.resolve("0.png"), solid(1, 2, 3));
    assertThat(convert("b", rules(0.5, 1), Optional.empty()).withoutParent())
        .containsExactly("thing");
  }

  @Test
  void resumesWithTheListAndGivesTheSameBytes() throws IOException {
    convert("out", rules(0.5, 1), Optional.of(TableFormat.PARQUET));
    byte[] list = Files.readAllBytes(folder.resolve("out/truth/pairs.parquet"));
    Files.delete(folder.resolve("out/truth/pairs.parquet"));
    Files.delete(folder.resolve("out/truth/truth.json"));
    convert("out", rules(0.5, 1), Optional.of(TableFormat.PARQUET));
    assertThat(folder.resolve("out/truth/pairs.parquet")).hasBinaryContent(list);
    convert("again", rules(0.5, 1), Optional.of(TableFormat.PARQUET));
    assertThat(folder.resolve("again/00000.tar"))
        .hasSameBinaryContentAs(folder.resolve("out/00000.tar"));
    assertThatThrownBy(() -> convert("out", rules(0.5, 1), Optional.of(TableFormat.PARQUET)))
        .hasMessageContaining("already exists");
  }

  @Test
  void refusesLabelsThatTheTableLacksAndImagesWithoutClass() throws IOException {
    Files.writeString(table, TABLE.replace("poodle", "spaniel"));
    assertFails("taxonomy.tsv: lacks 1 of the classes in", "poodle");
    Files.writeString(table, TABLE);
    Files.write(images.resolve("loose.png"), Png.encode(new byte[3], 1, 1));
    assertFails("sample 'loose' has no class", "lies in no folder");
    assertThatThrownBy(() -> rules(1, 1)).isInstanceOf(RequestException.class);
    assertThatThrownBy(() -> new CaptionRules(1, 0, 1, List.of("a photo"), 1))
        .hasMessageContaining("a template must hold {a} or {c}; is 'a photo'");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void refusesKeysThatAreThereTwiceAndAFolderWithoutImages() throws IOException {
    Sample sample = Sample.of("terrier/0", solid(1, 2, 3), List.of());
    assertRefused(
        new MemorySource("twice", List.of(sample, sample)),
        Optional.empty(),
        "twice: the key 'terrier/0' is there twice");
    assertRefused(
        new MemorySource("nothing", List.of()),
        Optional.empty(),
        "nothing: holds no image that can be read");
  }

  /** Twenty thousand of one class, with three captions each that all say the class. */
  @Test
  void refusesAListOfMoreThanABillionPairs() {
    List<Sample> terriers =
        IntStream.range(0, 20_000)
            .mapToObj(i -> Sample.of("terrier/" + i, new byte[1], List.of()))
            .toList();
    assertRefused(
        new MemorySource("many", terriers),
        Optional.of(TableFormat.PARQUET),
        "1,200,000,000 pairs match, too many to be listed; write no list, or name no kinds of so"
            + " large a share of the images");
  }

  private void assertRefused(SampleSource source, Optional<TableFormat> truth, String message) {
    CaptionRules rules = new CaptionRules(3, 0, 1, List.of("{c}"), 1);
    assertThatThrownBy(() -> convert(source, "refused", rules, truth)).hasMessage(message);
    assertThat(folder.resolve("refused")).doesNotExist();
  }

  private void assertFails(String... parts) {
    assertThatThrownBy(() -> convert("out", rules(0.5, 1), Optional.empty()))
        .isInstanceOf(FalconException.class)
        .hasMessageContainingAll(parts);
  }
}
