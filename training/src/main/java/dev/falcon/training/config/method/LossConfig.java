package dev.falcon.training.config.method;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.annotation.JsonTypeIdResolver;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.internal.NamedService;
import dev.falcon.training.config.internal.ServiceNames;
import java.util.List;
import java.util.Optional;

/**
 * Which objective is trained with, and its own settings: {@code objective.loss}. Each is a record,
 * found as a service; its components are the settings, and its constructor without arguments gives
 * them their defaults. Each is also what the objective is made by.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.CUSTOM, property = "name")
@JsonTypeIdResolver(LossConfig.Names.class)
public interface LossConfig extends NamedService {
  /** Where a configuration names it. */
  String KEY = "objective.loss";

  /** GRIT-VLP's contrast within the batch, which is taken where none is named. */
  String IN_BATCH = "in-batch";

  /** ALBEF's momentum network and queue, which its method brings along. */
  String MOMENTUM = "momentum";

  /** The same with every caption of an image matching it, by which retrieval is fine-tuned. */
  String IMAGE_IDS = "image-ids";

  /** What of its framework it cannot do without. */
  default Optional<FrameworkTrait> needs() {
    return Optional.empty();
  }

  /**
   * Checks that what has no default was named.
   *
   * @throws RequestException if it was not
   */
  default void requireComplete() {}

  /** All that there are at their defaults, by their names. */
  static List<LossConfig> all() {
    return NamedService.all(LossConfig.class);
  }

  /**
   * The one of a name, at its defaults.
   *
   * @throws RequestException if there is none
   */
  static LossConfig named(String name) {
    return NamedService.named(LossConfig.class, KEY, name);
  }

  /** Tells a loss by its name. */
  final class Names extends ServiceNames {
    Names() {
      super(LossConfig.class, KEY);
    }
  }
}
