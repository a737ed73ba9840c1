package dev.falcon.training.config;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A vision-language framework as the configuration knows it, before a network exists: found as a
 * service by the name in {@code model.framework}. Each kind is also the factory of its network.
 */
public interface FrameworkKind extends NamedService {
  /** Names of its presets, the first of them for a CPU. */
  List<String> presets();

  /** The traits that a setting may require. */
  Set<FrameworkTrait> traits();

  /**
   * The initial weights of its published runs and the keys that set them, for the warning about
   * random weights; empty where nothing is published.
   */
  String publishedStart();

  /** Special tokens of its input. */
  Tokenizer.Special specialTokens();

  /**
   * Checks the conditions of this framework alone on a configuration.
   *
   * @throws RequestException if one is not met
   */
  void check(TrainConfig config);

  /** Returns all frameworks by their names. */
  static List<FrameworkKind> all() {
    return NamedService.all(FrameworkKind.class);
  }

  /**
   * Returns the framework of a name.
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

  /** The setting that selects the loss: the method, where it brings the loss along. */
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
