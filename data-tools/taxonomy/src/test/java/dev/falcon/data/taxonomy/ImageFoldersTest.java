// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.image.Png;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFoldersTest {
  private static final String NOUNS =
      """
      00001740 03 n 01 entity 0 000 | x
      02084071 05 n 02 dog 0 Canis_familiaris 0 001 @ 00001740 n 0000 | a
      02121620 05 n 01 true_cat 0 001 @ 00001740 n 0000 | b
      """;

  @TempDir Path folder;

  /** Pictures in a folder for each class. */
  private void write(String below, int each, String... classes) throws IOException {
    for (String kind : classes) {
      Path place = Files.createDirectories(folder.resolve("data").resolve(below).resolve(kind));
      for (int i = 0; i < each; i++) {
        byte[] pixels = new byte[3 * 64];
        pixels[i] = (byte) (i + kind.hashCode());
        Files.write(place.resolve(i + ".png"), Png.encode(pixels, 8, 8));
      }
    }
  }

  private ImageFoldersRequest request(int pairs, int held, boolean overwrite) {
    CaptionRules rules = new CaptionRules(1, 0.4, 1, CaptionRules.TEMPLATES, 1, 0.5);
    return new ImageFoldersRequest(
        folder.resolve("data"),
        Optional.empty(),
        folder.resolve("wordnet"),
        pairs,
        held,
        2,
        rules,
        folder.resolve("out"),
        overwrite);
  }

  private ImageFoldersResult prepare(int pairs, int held) {
    return ImageFolders.prepare(request(pairs, held, false), Progress.NONE);
  }

  private static List<Sample> samples(String dataset, SourceOptions options) {
    List<Sample> samples = new ArrayList<>();
    SampleSources.open(dataset, options)
        .forEach(
            samples::add,
            reject -> {
              throw new AssertionError(reject);
            });
    return samples;
  }

  /** As CIFAR-10: names for classes, held-out photographs in a folder of their own. */
  @Test
  void takesTheHeldOutPhotographsFromTheirFolder() throws IOException {
    write("train", 12, "cat", "ship");
    write("test", 6, "cat", "ship");
    ImageFoldersResult result = prepare(20, 8);
    assertThat(result.classes()).isEqualTo(2);
    assertThat(result.photographs()).isEqualTo(24);
    List<Sample> train = samples(result.train(), SourceOptions.DEFAULTS);
    List<Sample> held = samples(result.held(), SourceOptions.DEFAULTS);
    assertThat(train).hasSize(20).allMatch(sample -> sample.captions().size() == 1);
    assertThat(held).hasSize(8).allMatch(sample -> sample.captions().size() == 2);
    Set<String> words = new HashSet<>(Files.readAllLines(Path.of(result.vocabulary())));
    for (Sample sample : train) {
      assertThat(words).contains(sample.captions().get(0).split(" ", -1));
    }
    SourceOptions images = SourceOptions.DEFAULTS.withImageRoot(folder.resolve("data"));
    assertThat(samples(result.labelled(), images)).hasSize(24).allMatch(Sample::hasImage);
    assertThat(Path.of(result.trainTruth(), "pairs.parquet")).exists();

    byte[] summary = Files.readAllBytes(folder.resolve("out/photographs.json"));
    // What a kill leaves: the options, and files without a summary.
    Files.move(
        folder.resolve("out/photographs.json"), folder.resolve("out/photographs.unfinished.json"));
    assertThat(prepare(20, 8)).isEqualTo(result);
    assertThat(folder.resolve("out/photographs.json")).hasBinaryContent(summary);
    assertThatThrownBy(() -> prepare(10, 8))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("holds photographs of other options")
        .hasMessageContaining("overwrite");
    assertThat(ImageFolders.prepare(request(10, 8, true), Progress.NONE).options())
        .containsEntry("pairs", "10");
  }

  /** As Tiny ImageNet: WordNet's identifiers, pictures one folder deeper, val without classes. */
  @Test
  void holdsPhotographsOutWhereNoFolderHasThem() throws IOException {
    write("train", 10, "n02084071/images", "n02121620/images");
    write("val", 4, "images");
    assertThatThrownBy(() -> prepare(10, 6))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("data.noun: there is no such file");
    Files.createDirectories(folder.resolve("wordnet"));
    Files.writeString(folder.resolve("wordnet/data.noun"), NOUNS);
    ImageFoldersResult result = prepare(14, 6);
    assertThat(result.photographs()).isEqualTo(14);
    List<String> train =
        samples(result.train(), SourceOptions.DEFAULTS).stream().map(Sample::key).toList();
    List<Sample> held = samples(result.held(), SourceOptions.DEFAULTS);
    assertThat(held)
        .hasSize(6)
        .allMatch(sample -> !train.contains(sample.key()))
        .allMatch(
            sample -> Set.of("n02084071", "n02121620").contains(sample.metadata().get("class")));
    assertThat(Files.readAllLines(Path.of(result.vocabulary())))
        .contains("dog", "canis", "familiaris", "true", "cat", "entity", "purple", "background")
        .startsWith("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]");
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    assertFails("there is no such folder of photographs", 2, 2);
    write("", 5, "cat");
    assertFails("two classes or more; has [cat]", 2, 2);
    write("", 5, "ship");
    assertFails("has 4 photographs to train on and 6 to hold out; asked are 5 pairs", 5, 6);
    assertThatThrownBy(() -> request(1, 2, false)).hasMessageContaining("at least 2 pairs");
    write("", 5, "unicorn");
    assertFails("neither WordNet's identifiers nor CIFAR-10's; name a table of kinds", 2, 2);
  }

  private void assertFails(String message, int pairs, int held) {
    assertThatThrownBy(() -> prepare(pairs, held))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(message);
  }
}
