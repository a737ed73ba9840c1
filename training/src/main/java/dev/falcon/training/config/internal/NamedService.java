package dev.falcon.training.config.internal;

import dev.falcon.data.RequestException;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** What a configuration names, and is found as a service. */
public interface NamedService {
  /** What it is called in the configuration. */
  String name();

  /** All services of a kind, by their names. */
  static <S extends NamedService> List<S> all(Class<S> kind) {
    return ServiceLoader.load(kind, kind.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(NamedService::name))
        .toList();
  }

  /**
   * The one of a name.
   *
   * @param key of the configuration, whose last part is what the value is called
   * @throws RequestException if there is none
   */
  static <S extends NamedService> S named(Class<S> kind, String key, String name) {
    List<S> all = all(kind);
    return all.stream()
        .filter(service -> service.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    key
                        + " must be one of "
                        + all.stream().map(NamedService::name).toList()
                        + "; "
                        + key.substring(key.lastIndexOf('.') + 1)
                        + "="
                        + name));
  }
}
