// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.CaptionParser;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.SceneObject;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.compositional.suite.ChangedScenes;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.eval.compositional.suite.SceneSuite;
import dev.falcon.eval.compositional.suite.SuiteItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SceneSuiteTest {
  private final SampleSource data =
      SampleSources.open("scenes:test,count=120,captions-per-image=2");

  @Test
  void everyItemHasATrueAndAFalseCaptionThatDifferInOneThing() {
    Map<String, Scene> scenes = new HashMap<>();
    data.forEach(sample -> scenes.put(sample.key(), Scene.of(sample)), reject -> {});
    CompositionalSuite suite = SceneSuite.of(data);
    TreeSet<String> kinds = new TreeSet<>();
    for (SuiteItem item : suite.items()) {
      Scene scene = scenes.get(suite.pictures().get(item.pictures().get(0)).name());
      String right = suite.texts().get(item.texts().get(0));
      String wrong = suite.texts().get(item.texts().get(1));
      assertThat(CaptionParser.parse(right).matches(scene)).as(right).isTrue();
      assertThat(CaptionParser.parse(wrong).matches(scene)).as(wrong).isFalse();
      List<String> before = words(right);
      List<String> after = words(wrong);
      kinds.add(item.subset());
      if (item.subset().equals("exchange")) {
        assertThat(after).containsExactlyInAnyOrderElementsOf(before);
      } else {
        List<String> more = new ArrayList<>(after);
        before.forEach(more::remove);
        assertThat(more).as(right + " / " + wrong).hasSizeBetween(1, 2);
      }
    }
    assertThat(kinds).containsExactly("colour", "exchange", "relation", "shape", "size");
    assertThat(suite.items()).hasSizeGreaterThan(120);
    assertThat(SceneSuite.of(data).digest()).isEqualTo(suite.digest());
    assertThat(suite.rejects()).isEmpty();
  }

  private static List<String> words(String caption) {
    return Arrays.stream(caption.split(" ")).filter(word -> !word.matches("an?")).toList();
  }

  @Test
  void otherDataAreRefused() {
    SampleSource others =
        new MemorySource("photos", List.of(Sample.of("a", new byte[1], List.of("a red circle"))));
    assertThatThrownBy(() -> SceneSuite.of(others)).isInstanceOf(FalconException.class);
    assertThatThrownBy(() -> SceneSuite.of(new MemorySource("none", List.of())))
        .isInstanceOf(FalconException.class)
        .hasMessage("none: has no caption that could be changed");
  }

  @Test
  void changedImagesAreTrueOfTheChangedCaptionsOnly() {
    ChangedScenes both = new ChangedScenes(data, ScenesConfig.standard());
    CompositionalSuite suite = SceneSuite.ofBoth(both);
    Map<String, byte[]> images = new HashMap<>();
    both.forEach(sample -> images.put(sample.key(), sample.image().orElseThrow()), reject -> {});
    Map<String, Scene> scenes = new HashMap<>();
    data.forEach(sample -> scenes.put(sample.key(), Scene.of(sample)), reject -> {});
    TreeSet<String> kinds = new TreeSet<>();
    for (SuiteItem item : suite.items()) {
      kinds.add(item.subset());
      String own = suite.pictures().get(item.pictures().get(0)).name();
      String changed = suite.pictures().get(item.pictures().get(1)).name();
      Scene scene = both.scene(changed).orElseThrow();
      List<Caption> captions =
          item.texts().stream().map(suite.texts()::get).map(CaptionParser::parse).toList();
      assertThat(captions.get(0).matches(scenes.get(own))).isTrue();
      assertThat(captions.get(1).matches(scenes.get(own))).isFalse();
      assertThat(captions.get(0).matches(scene)).isFalse();
      assertThat(captions.get(1).matches(scene)).isTrue();
      List<SceneObject> other = new ArrayList<>(scene.objects());
      other.removeAll(scenes.get(own).objects());
      assertThat(other).hasSizeBetween(1, 2);
      assertThat(images.get(changed)).isNotEqualTo(images.get(own)).hasSizeGreaterThan(60);
    }
    assertThat(kinds).containsExactly("colour", "exchange", "relation", "shape", "size");
    assertThat(suite.items()).hasSizeGreaterThan(100);
    assertThat(SceneSuite.ofBoth(new ChangedScenes(data, ScenesConfig.standard())).digest())
        .isEqualTo(suite.digest());
    assertThat(both.shards()).isEqualTo(data.shards() + 1);
    assertThat(both.shardName(data.shards())).isEqualTo("changed");
    assertThat(both.inputs(data.shards())).isEqualTo(data.inputs());
  }
}
