// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A vision-language framework as the configuration refers to it, before a network exists. It is
 * found as a service by the name in {@code model.framework}. Each kind is also the factory of its
 * network.
 */
public interface FrameworkKind extends NamedService {
  /** Returns the names of the framework's presets; the first is for a CPU. */
  List<String> presets();

  /** Returns the traits of the framework that settings may require. */
  Set<FrameworkTrait> traits();

  /**
   * Returns a description of the initial weights of published runs and of the keys that set them,
   * for the warning about random weights; the empty string if there are no published runs.
   */
  String publishedStart();

  /** Returns the special tokens of the framework's input. */
  Tokenizer.Special specialTokens();

  /**
   * Checks the conditions that this framework imposes on a configuration.
   *
   * @throws RequestException if one is not met
   */
  void check(TrainConfig config);

  /** Returns all frameworks, sorted by name. */
  static List<FrameworkKind> all() {
    return NamedService.all(FrameworkKind.class);
  }

  /**
   * Returns the framework with a name.
   *
   * @throws RequestException if there is none
   */
  static FrameworkKind named(String name) {
    return NamedService.named(FrameworkKind.class, "model.framework", name);
  }

  /**
   * Checks that a configuration's framework has the traits that its settings require.
   *
   * @throws RequestException if it lacks one
   */
  static void require(TrainConfig config) {
    FrameworkKind kind = named(config.model().framework());
    LossConfig loss = config.objective().loss();
    loss.requireComplete();
    loss.needs().ifPresent(trait -> require(kind, trait, setting(config, loss)));
    if (config.train().microBatches() > 1) {
      require(kind, FrameworkTrait.PARTS, "train.micro_batches");
    }
    if (config.train().recompute()) {
      require(kind, FrameworkTrait.PARTS, "train.recompute");
    }
    if (config.optimiser().decoderRate() != 1) {
      require(kind, FrameworkTrait.DECODER, "optimiser.decoder_rate");
    }
    if (config.model().decoderWords() != 0) {
      require(kind, FrameworkTrait.DECODER, "model.decoder_words");
    }
    if (config.model().queries() != 0) {
      require(kind, FrameworkTrait.QUERIES, "model.queries");
    }
    kind.check(config);
  }

  /** Returns the setting that selects the loss, which is the method if that determines the loss. */
  private static String setting(TrainConfig config, LossConfig loss) {
    String method = config.method().name();
    return Recipes.keys(method)
        .filter(keys -> keys.at("/objective/loss/name").asText().equals(loss.name()))
        .map(keys -> "method.name: " + method + "'s loss, " + loss.name() + ",")
        .orElse("objective.loss: " + loss.name());
  }

  private static void require(FrameworkKind kind, FrameworkTrait trait, String setting) {
    if (!kind.traits().contains(trait)) {
      String right =
          all().stream()
              .filter(other -> other.traits().contains(trait))
              .map(FrameworkKind::name)
              .collect(Collectors.joining(" or "));
      throw new RequestException(
          setting
              + " "
              + trait.need()
              + "; model.framework must be "
              + right
              + "; framework="
              + kind.name());
    }
  }
}
