package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.annotation.JsonTypeIdResolver;
import dev.falcon.data.RequestException;
import java.util.List;
import java.util.Optional;

/**
 * The contrastive objective and its own settings: {@code objective.loss}. Each is a record, found
 * as a service; its components are the settings, and its constructor without arguments sets their
 * defaults. Each is also the factory of its objective.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.CUSTOM, property = "name")
@JsonTypeIdResolver(LossConfig.Names.class)
public interface LossConfig extends NamedService {
  /** Its name in a configuration. */
  String KEY = "objective.loss";

  /** GRIT-VLP's contrast within the batch, the default. */
  String IN_BATCH = "in-batch";

  /** ALBEF's momentum network and queue, which its method selects. */
  String MOMENTUM = "momentum";

  /** The momentum loss with all captions of an image as matches, for fine-tuning on retrieval. */
  String IMAGE_IDS = "image-ids";

  /** The traits of a framework that it requires. */
  default Optional<FrameworkTrait> needs() {
    return Optional.empty();
  }

  /**
   * Checks that settings without a default are present.
   *
   * @throws RequestException if one is missing
   */
  default void requireComplete() {}

  /** Returns all losses at their defaults, by their names. */
  static List<LossConfig> all() {
    return NamedService.all(LossConfig.class);
  }

  /**
   * Returns the loss of a name, at its defaults.
   *
   * @throws RequestException if there is none
   */
  static LossConfig named(String name) {
    return NamedService.named(LossConfig.class, KEY, name);
  }

  /** Resolves a loss by its name. */
  final class Names extends ServiceNames {
    Names() {
      super(LossConfig.class, KEY);
    }
  }
}
