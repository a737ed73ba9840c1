package dev.falcon.training.config.method;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DatabindContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.annotation.JsonTypeIdResolver;
import com.fasterxml.jackson.databind.jsontype.impl.TypeIdResolverBase;
import dev.falcon.data.RequestException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Which objective is trained with, and its own settings: {@code objective.loss}. Each is a record,
 * found as a service; its components are the settings, and its constructor without arguments gives
 * them their defaults. Each is also what the objective is made by.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.CUSTOM, property = "name")
@JsonTypeIdResolver(LossConfig.Names.class)
public interface LossConfig {
  /** GRIT-VLP's contrast within the batch, which is taken where none is named. */
  String IN_BATCH = "in-batch";

  /** ALBEF's momentum network and queue, which its method brings along. */
  String MOMENTUM = "momentum";

  /** The same with every caption of an image matching it, by which retrieval is fine-tuned. */
  String IMAGE_IDS = "image-ids";

  /** What it is called in the configuration. */
  String name();

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
    return ServiceLoader.load(LossConfig.class, LossConfig.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(LossConfig::name))
        .toList();
  }

  /**
   * The one of a name, at its defaults.
   *
   * @throws RequestException if there is none
   */
  static LossConfig named(String name) {
    List<LossConfig> all = all();
    return all.stream()
        .filter(loss -> loss.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    "objective.loss must be one of "
                        + all.stream().map(LossConfig::name).toList()
                        + "; loss="
                        + name));
  }

  /** Tells a loss by its name, as annotations cannot name services. */
  final class Names extends TypeIdResolverBase {
    @Override
    public String idFromValue(Object value) {
      return ((LossConfig) value).name();
    }

    @Override
    public String idFromValueAndType(Object value, Class<?> type) {
      return idFromValue(value);
    }

    @Override
    public JavaType typeFromId(DatabindContext context, String name) {
      return context.constructType(LossConfig.named(name).getClass());
    }

    @Override
    public JsonTypeInfo.Id getMechanism() {
      return JsonTypeInfo.Id.CUSTOM;
    }
  }
}
