// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.CaptionParser;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.source.SampleSources;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenesSourceTest {
  @Test
  void shardsGiveTheFirstSamplesOfTheSplitInOrder() {
    SampleSource source =
        ScenesSource.open("scenes:val,count=25,captions-per-image=3,seed=5,image-size=64", 10);
    Scenes world =
        new Scenes(ScenesConfig.standard().withSeed(5).withImageSize(64).withCaptionsPerImage(3));
    List<Sample> samples = new ArrayList<>();
    source.forEach(samples::add, reject -> samples.clear());

    assertThat(source.shards()).isEqualTo(3);
    assertThat(samples).hasSize(25);
    for (int i = 0; i < samples.size(); i++) {
      assertThat(samples.get(i)).isEqualTo(world.sample(Split.VAL, i));
      assertThat(samples.get(i).captions()).hasSize(3);
    }
    assertThat(samples.get(24).key()).isEqualTo("val-0000024");
  }

  @Test
  void truthIsDecidedFromWhatASampleCarries() {
    Scenes world = new Scenes(ScenesConfig.standard());
    Sample sample = world.sample(Split.TRAIN, 4);

    Scene scene = Scene.of(sample);

    assertThat(scene).isEqualTo(world.scene(Split.TRAIN, 4));
    assertThat(CaptionParser.parse(sample.captions().get(0)).matches(scene)).isTrue();
    assertThatThrownBy(() -> Scene.of(Sample.of("photo", new byte[0], List.of())))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("'photo'");
  }

  @Test
  void datasetsAreOpenedByName() {
    SampleSource source = SampleSources.open("scenes:");

    assertThat(source.format()).isEqualTo("scenes");
    assertThat(((ScenesSource) source).count()).isEqualTo(4_800);
    assertThat(((ScenesSource) SampleSources.open("scenes:test")).count()).isEqualTo(1_000);
  }

  @Test
  void aRecordedNameOpensTheSameDataset() {
    for (String name :
        List.of("scenes:test", "scenes:train,preset=hard,seed=3,count=7,captions-per-image=2")) {
      List<Provenance.Input> inputs = SampleSources.open(name).inputs();
      assertThat(SampleSources.open(inputs.get(0).name()).inputs()).isEqualTo(inputs);
    }
    assertThat(SampleSources.open("scenes:train,count=4800,seed=1").inputs().get(0).name())
        .isEqualTo("scenes:train");
  }

  @Test
  void parametersDecideTheFingerprint() {
    String standard = SampleSources.open("scenes:train").fingerprint();

    assertThat(SampleSources.open("scenes:train,preset=standard,seed=1").fingerprint())
        .isEqualTo(standard);
    for (String other : List.of("seed=2", "count=4801", "image-size=64", "preset=hard")) {
      assertThat(SampleSources.open("scenes:train," + other).fingerprint()).isNotEqualTo(standard);
    }
    assertThat(SampleSources.open("scenes:test,count=4800").fingerprint()).isNotEqualTo(standard);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scenes:dev | 'dev'",
        "scenes:train,count | 'count' is not NAME=VALUE",
        "scenes:train,count=many | 'many' is not a whole number",
        "scenes:train,count=99999999999 | too large",
        "scenes:train,count=0 | must be at least 1; count=0",
        "scenes:train,size=64 | 'size' is none of",
        "scenes:train,image-size=33 | multiple of 4",
        "scenes:train,preset=odd | 'odd'",
      },
      quoteCharacter = '"')
  void wrongNamesAreRefused(String spec, String message) {
    assertThatThrownBy(() -> SampleSources.open(spec))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(message);
  }
}
