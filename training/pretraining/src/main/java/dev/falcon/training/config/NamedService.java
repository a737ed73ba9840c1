// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import dev.falcon.data.RequestException;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** A service that a configuration selects by name. */
public interface NamedService {
  /** Returns its name in the configuration. */
  String name();

  /** Returns all services of a kind, sorted by name. */
  static <S extends NamedService> List<S> all(Class<S> kind) {
    return ServiceLoader.load(kind, kind.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(NamedService::name))
        .toList();
  }

  /**
   * Returns the service with a name.
   *
   * @param key the configuration key, whose last part names the value in messages
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
