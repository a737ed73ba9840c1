package dev.falcon.training.config;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.training.config.internal.NamedService;
import dev.falcon.training.config.internal.Recipes;
import dev.falcon.training.config.method.FrameworkTrait;
import dev.falcon.training.config.method.LossConfig;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is known of a vision-language framework before there is a network: found as a service by the
 * name that {@code model.framework} takes. Each is also what the network is made by.
 */
public interface FrameworkKind extends NamedService {
  /** Its presets, the first of them for a CPU. */
  List<String> presets();

  /** What it has that a setting may need. */
  Set<FrameworkTrait> traits();

  /** The special tokens of what it reads. */
  Tokenizer.Special specialTokens();

  /**
   * Checks what it alone asks of a configuration.
   *
   * @throws RequestException if it is not so
   */
  void check(TrainConfig config);

  /** All that there are, by their names. */
  static List<FrameworkKind> all() {
    return NamedService.all(FrameworkKind.class);
  }

  /**
   * The one of a name.
   *
   * @throws RequestException if there is none
   */
  static FrameworkKind named(String name) {
    return NamedService.named(FrameworkKind.class, "model.framework", name);
  }

  /**
   * Checks that a configuration's framework has what its settings need.
   *
   * @throws RequestException if it has not
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

  /** What asks for a loss: the method, where that brings it along. */
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
