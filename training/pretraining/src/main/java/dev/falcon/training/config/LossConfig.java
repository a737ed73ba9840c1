// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.annotation.JsonTypeIdResolver;
import dev.falcon.data.RequestException;
import java.util.List;
import java.util.Optional;

/**
 * The contrastive objective and its own settings: {@code objective.loss}. Each loss is a record
 * that is found as a service. Its components are the settings, and its constructor without
 * arguments sets their defaults. It is also the factory of its objective.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.CUSTOM, property = "name")
@JsonTypeIdResolver(LossConfig.Names.class)
public interface LossConfig extends NamedService {
  /** The key of the loss in a configuration. */
  String KEY = "objective.loss";

  /** The name of GRIT-VLP's contrast within the batch, the default. */
  String IN_BATCH = "in-batch";

  /**
   * The name of the loss with ALBEF's momentum network and queue, which the method {@code albef}
   * selects.
   */
  String MOMENTUM = "momentum";

  /**
   * The name of the momentum loss in which all captions of an image match it, for fine-tuning on
   * retrieval.
   */
  String IMAGE_IDS = "image-ids";

  /** Returns the trait that the loss requires of a framework; empty if it requires none. */
  default Optional<FrameworkTrait> needs() {
    return Optional.empty();
  }

  /**
   * Checks that settings without a default are present.
   *
   * @throws RequestException if one is missing
   */
  default void requireComplete() {}

  /** Returns all losses with their defaults, sorted by name. */
  static List<LossConfig> all() {
    return NamedService.all(LossConfig.class);
  }

  /**
   * Returns the loss with a name, with its defaults.
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
