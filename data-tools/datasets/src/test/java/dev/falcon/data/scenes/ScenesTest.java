// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScenesTest {
  private static final Scenes WORLD = new Scenes(ScenesConfig.standard().withCaptionsPerImage(5));

  /** The world's bytes are part of what it promises: these digests must never change unnoticed. */
  @Test
  void samplesAreTheSameOnEveryMachine() {
    assertThat(digest(ScenesConfig.standard()))
        .isEqualTo("c68a55cb8450faba38c4c89cadea9d39a5e74ee0a73dcc87d439248f0698864e");
    assertThat(digest(ScenesConfig.hard().withSeed(7).withImageSize(64).withCaptionsPerImage(3)))
        .isEqualTo("463ccb146c8e4054330e1797c8b35775da277ce94f121b0a956c43535506e671");
  }

  private static String digest(ScenesConfig config) {
    Scenes world = new Scenes(config);
    MessageDigest digest = Sha256.digest();
    for (Split split : Split.values()) {
      for (int i = 0; i < 50; i++) {
        digest.update(world.png(split, i));
        for (Caption caption : world.captions(split, i)) {
          digest.update(caption.text().getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    return Sha256.hex(digest);
  }

  @Test
  void splitsShareNoSceneWhateverTheSeed() {
    Scenes other = new Scenes(ScenesConfig.standard().withSeed(2));
    Set<Scene> seen = new HashSet<>();
    for (Split split : Split.values()) {
      Set<Scene> own = new HashSet<>();
      for (int i = 0; i < 5_000; i++) {
        own.add(WORLD.scene(split, i));
        own.add(other.scene(split, i));
      }
      assertThat(own).hasSizeGreaterThan(8_000);
      assertThat(Collections.disjoint(own, seen)).as(split.word()).isTrue();
      seen.addAll(own);
    }
  }

  @Test
  void halfOfTheScenesTrain() {
    Map<Split, Integer> counts = new EnumMap<>(Split.class);
    for (int i = 0; i < 40_000; i++) {
      Scene scene =
          new Scene(
              200,
              Background.GREY,
              List.of(new SceneObject(Shape.RING, Colour.RED, Size.SMALL, i / 200, i % 200)));
      counts.merge(Split.of(scene), 1, Integer::sum);
    }
    assertThat(counts.get(Split.TRAIN)).isBetween(19_500, 20_500);
    assertThat(counts.get(Split.VAL)).isBetween(9_500, 10_500);
    assertThat(counts.get(Split.TEST)).isBetween(9_500, 10_500);
  }

  @Test
  void captionsAreTrueShortAndReadBack() {
    Set<String> vocabulary = new HashSet<>(Caption.vocabulary());
    Set<String> used = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      Scene scene = WORLD.scene(Split.VAL, i);
      List<Caption> captions = WORLD.captions(Split.VAL, i);
      assertThat(captions).hasSize(5);
      for (Caption caption : captions) {
        List<String> words = List.of(caption.text().split(" "));
        assertThat(caption.matches(scene)).as(caption.text()).isTrue();
        assertThat(CaptionParser.parse(caption.text())).isEqualTo(caption);
        assertThat(words).hasSizeLessThanOrEqualTo(14);
        used.addAll(words);
      }
    }
    assertThat(used).isEqualTo(vocabulary);
  }

  @Test
  void aSampleDoesNotDependOnWhatWasDrawnBefore() {
    Scenes fresh = new Scenes(WORLD.config());

    assertThat(fresh.pixels(Split.TEST, 17)).isEqualTo(WORLD.pixels(Split.TEST, 17));
    assertThat(fresh.captions(Split.TEST, 17)).isEqualTo(WORLD.captions(Split.TEST, 17));
    assertThat(WORLD.pixels(Split.TEST, 17)).isEqualTo(WORLD.pixels(Split.TEST, 17));
  }

  @Test
  void seedsAndIndicesGiveDifferentSamples() {
    Scenes other = new Scenes(WORLD.config().withSeed(3));

    assertThat(other.pixels(Split.TRAIN, 0)).isNotEqualTo(WORLD.pixels(Split.TRAIN, 0));
    assertThat(WORLD.pixels(Split.TRAIN, 1)).isNotEqualTo(WORLD.pixels(Split.TRAIN, 0));
  }

  @Test
  void aLargerImageShowsTheSameScene() {
    Scenes large = new Scenes(WORLD.config().withImageSize(256));

    for (int i = 0; i < 20; i++) {
      assertThat(large.scene(Split.TRAIN, i)).isEqualTo(WORLD.scene(Split.TRAIN, i));
      assertThat(large.captions(Split.TRAIN, i)).isEqualTo(WORLD.captions(Split.TRAIN, i));
    }
    assertThat(large.pixels(Split.TRAIN, 0)).hasSize(256 * 256 * 3);
  }

  @Test
  void sharesAreThoseAskedFor() {
    int[] objects = new int[Scene.MAX_OBJECTS + 1];
    List<Colour> colours = new ArrayList<>();
    int scenes = 20_000;
    for (int i = 0; i < scenes; i++) {
      Scene scene = WORLD.scene(Split.TRAIN, i);
      objects[scene.objects().size()]++;
      scene.objects().forEach(object -> colours.add(object.colour()));
    }
    assertThat(objects[1] / (double) scenes).isBetween(0.18, 0.22);
    assertThat(objects[2] / (double) scenes).isBetween(0.38, 0.42);
    // (k + 2)^-0.5 over k = 0..7 sums to 3.705: the first has .191 of it, the last .090.
    assertThat(share(colours, Colour.RED)).isBetween(0.18, 0.20);
    assertThat(share(colours, Colour.PINK)).isBetween(0.085, 0.095);
  }

  private static double share(List<Colour> colours, Colour colour) {
    return colours.stream().filter(colour::equals).count() / (double) colours.size();
  }

  @Test
  void aWorldTooSmallToBeSplitIsRefused() {
    ScenesConfig tiny =
        ScenesConfig.standard()
            .withContents(new ScenesConfig.Contents(2, List.of(1.0, 0.0, 0.0), 1, 1, 1, 0));
    List<Split> empty = new ArrayList<>();
    for (Split split : Split.values()) {
      try {
        new Scenes(tiny).scene(split, 0);
      } catch (RequestException e) {
        assertThat(e).hasMessageContaining("split " + split.word());
        empty.add(split);
      }
    }
    assertThat(empty).as("8 scenes, none of them in one of the splits").hasSize(1);
  }

  @Test
  void impossibleParametersAreRefused() {
    ScenesConfig standard = ScenesConfig.standard();

    assertThatThrownBy(() -> standard.withImageSize(30))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("multiple of 4 cells");
    assertThatThrownBy(() -> standard.withImageSize(16)).hasMessageContaining("8 pixels a cell");
    assertThatThrownBy(() -> standard.withCaptionsPerImage(0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> standard.withNoise(Double.NaN)).hasMessageContaining("noise");
    assertThatThrownBy(() -> standard.withLevelShares(List.of(0.5, 0.4, 0.0, 0.0, 0.0, 0.0)))
        .hasMessageContaining("sum to 1");
    assertThatThrownBy(() -> ScenesConfig.preset("harder")).hasMessageContaining("'harder'");
  }
}
