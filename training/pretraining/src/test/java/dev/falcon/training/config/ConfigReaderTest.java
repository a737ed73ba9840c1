// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.training.internal.loss.OwnImages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class ConfigReaderTest {
  static final List<String> PRESETS = ConfigReader.PRESETS;

  @TempDir private Path folder;

  @ParameterizedTest
  @FieldSource("PRESETS")
  void theEffectiveConfigurationReadsBackEqual(String preset) {
    TrainConfig config = ConfigReader.read(preset, null, List.of());
    assertThat(ConfigReader.readEffective(ConfigReader.write(config))).isEqualTo(config);
  }

  @Test
  void overridesStandAboveTheFileAndTheFileAboveThePreset() throws IOException {
    Path file = folder.resolve("run.yaml");
    Files.writeString(
        file, "preset: scenes-tiny\nseed: 7\ntrain:\n  epochs: 3\nmethod: {name: 'fixed:0.5'}\n");
    TrainConfig config = ConfigReader.read(null, file, List.of("train.epochs=5"));
    assertThat(config.seed()).isEqualTo(7);
    assertThat(config.train().epochs()).isEqualTo(5);
    assertThat(config.train().batchSize()).isEqualTo(32);
    assertThat(config.method().policy().quantiles()).isEqualTo(new QuantilePolicy.Fixed(0.5));
  }

  @Test
  void theStabilisedSchedulerIsAWordAndItsPartsCanBeSet() {
    TrainConfig config =
        ConfigReader.read(
            "scenes-tiny", null, List.of("scheduler=stabilised", "scheduler.entropy=0.5"));
    assertThat(config.scheduler().preset()).isEqualTo("stabilised");
    assertThat(config.scheduler().offset()).isEqualTo(1);
    assertThat(config.scheduler().entropy()).isEqualTo(0.5f);
  }

  @Test
  void albefBringsItsObjectiveWhichKeysOverride() {
    ObjectiveConfig albef =
        ConfigReader.read("albef-base", null, List.of("method.name=albef")).objective();
    assertThat(albef)
        .isEqualTo(
            new ObjectiveConfig(
                0,
                0.15,
                ObjectiveConfig.NegativeChoice.DRAWN,
                ObjectiveConfig.NO_MARGIN,
                new ObjectiveConfig.MomentumConfig(0.995f, 65_536, 0.4f),
                new OwnImages()));
    ObjectiveConfig other =
        ConfigReader.read(
                "albef-base", null, List.of("objective.mask_probability=0.3", "method.name=albef"))
            .objective();
    assertThat(other.maskProbability()).isEqualTo(0.3);
    assertThat(other.negatives()).isEqualTo(ObjectiveConfig.NegativeChoice.DRAWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "objective.momentum.decay=1.5 | objective.momentum.decay must be in [0.0, 1.0]",
        "train.epoch=3 | no key is called train.epoch; known are [epochs, batch_size,",
        "trian=3 | no key is called trian",
        "train=3 | train must be a mapping",
        "train.epochs=many | train.epochs must be a whole number; epochs=many",
        "train.epochs=2.5 | train.epochs must be a whole number; epochs=2.5",
        "train.epochs=0 | train.epochs must be at least 1; train.epochs=0",
        "model.patch_size=5 | model.image_size must be a multiple",
        "model.text_norm=sideways | model.text_norm",
        "method.name=hardest | method.name must be",
        "method.name=fixed:1.5 | in [0, 1]",
        "scheduler.preset=calm | literal, stabilised or falcon+",
        "scheduler.reward=praise | scheduler.reward",
        "objective.mask_probability=2 | objective.mask_probability must be in [0.0, 1.0]",
        "data.mean=[1] | three numbers",
        "seed | key=value"
      })
  void refusesWhatCannotBeRightAndNamesTheKey(String override, String message) {
    assertThatThrownBy(() -> ConfigReader.read("scenes-tiny", null, List.of(override)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(message);
  }

  @Test
  void namesTheLineOfBrokenYaml() throws IOException {
    Path file = folder.resolve("run.yaml");
    Files.writeString(file, "preset: scenes-tiny\ntrain: {epochs: 3\n");
    assertThatThrownBy(() -> ConfigReader.read(null, file, List.of()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("not YAML at line");
  }

  @Test
  void requiresAPreset() {
    assertThatThrownBy(() -> ConfigReader.read(null, null, List.of()))
        .hasMessageContaining("no preset is named");
    assertThatThrownBy(() -> ConfigReader.read("scenes-huge", null, List.of()))
        .hasMessageContaining("no preset is called 'scenes-huge'");
  }

  @Test
  void falconPlusIsAMethodUnderTheSchedulersName() {
    TrainConfig plus = ConfigReader.read("scenes-tiny", null, List.of("scheduler=falcon+"));
    assertThat(plus)
        .isEqualTo(ConfigReader.read("scenes-tiny", null, List.of("method.name=falcon+")));
    assertThat(plus.method().policy().margin()).contains(PositiveMargin.FALCON_PLUS);
    assertThatThrownBy(
            () ->
                ConfigReader.read(
                    "scenes-tiny", null, List.of("scheduler=falcon+", "method.name=grit")))
        .hasMessage("scheduler: falcon+ requires method.name falcon; name=grit");
  }

  private static PositiveMargin margin(String... set) {
    return ConfigReader.read("scenes-tiny", null, List.of(set))
        .method()
        .constraints()
        .margin()
        .orElseThrow();
  }

  @Test
  void aMarginsSettingsAreKeysOfTheMethod() {
    TrainConfig plain = ConfigReader.read("scenes-tiny", null, List.of("method.name=falcon+"));
    assertThat(ConfigReader.write(plain)).doesNotContain("own_weight", "second_witness");
    assertThat(plain.method().constraints())
        .isEqualTo(plain.method().policy().constraints(Constraints.NONE));
    TrainConfig set =
        ConfigReader.read(
            "scenes-tiny",
            null,
            List.of("method.name=falcon+", "method.own_weight=0.5", "method.second_witness=0.9"));
    assertThat(ConfigReader.write(set)).contains("own_weight: 0.5", "second_witness: 0.9");
    assertThat(set.method().constraints().margin())
        .contains(new PositiveMargin(0, 0.05f, 0.5f, Optional.of(new SecondWitness(0.9))));
    assertThat(margin("method.name=shrunk:0.05"))
        .isEqualTo(new PositiveMargin(0, 0.05f, 0.5f, Optional.empty()));
    assertThat(margin("method.name=witnessed-0.1"))
        .isEqualTo(new PositiveMargin(0, 0.1f, 0.5f, Optional.of(new SecondWitness(1))));
    assertThat(margin("method.name=witnessed:0.1", "method.own_weight=0.25"))
        .isEqualTo(new PositiveMargin(0, 0.1f, 0.25f, Optional.of(new SecondWitness(1))));
    assertThatThrownBy(
            () -> ConfigReader.read("scenes-tiny", null, List.of("method.second_witness=0.9")))
        .hasMessage(
            "method.own_weight and method.second_witness require a method that has a margin, such"
                + " as falcon+ or margin:0.1; name=falcon");
    assertThatThrownBy(
            () ->
                ConfigReader.read(
                    "scenes-tiny",
                    null,
                    List.of("method.name=falcon+", "method.second_witness=1.5")))
        .hasMessageContaining("method.second_witness must be in [0.0, 1.0]");
  }

  @Test
  void blip2sBaselineDrawsItsNegativesAsLavisDoes() {
    for (String preset : List.of("blip2-tiny", "blip2-vitg")) {
      assertThat(negatives(preset, "method.name=uniform")).isEqualTo("DRAWN");
      assertThat(negatives(preset, "method.name=grit")).isEqualTo("HARDEST");
      assertThat(negatives(preset)).isEqualTo("HARDEST");
      assertThat(negatives(preset, "method.name=uniform", "objective.negatives=hardest"))
          .isEqualTo("HARDEST");
    }
    assertThat(negatives("albef-base", "method.name=uniform")).isEqualTo("HARDEST");
  }

  private static String negatives(String preset, String... keys) {
    return ConfigReader.read(preset, List.of(keys)).objective().negatives().name();
  }

  @Test
  void aPublishedConfigurationHoldsNoFoldersOfAMachine() {
    TrainConfig config =
        ConfigReader.read(
            "scenes-tiny",
            null,
            List.of(
                "data.train.dataset=/home/me/a.json::/home/me/b.json",
                "data.held.dataset=data/held.json",
                "data.text.tokenizer=/home/me/vocab.txt",
                "start.image_encoder=random"));
    String published = ConfigTree.published(ConfigReader.write(config));
    assertThat(published).contains("a.json::b.json", "data/held.json").doesNotContain("/home");
    assertThat(ConfigReader.readEffective(published).data().train().dataset())
        .isEqualTo("a.json::b.json");
  }
}
