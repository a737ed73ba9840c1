// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DatabindContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.jsontype.impl.TypeIdResolverBase;

/**
 * Resolves the record for a mapping by the name of a service, since annotations cannot list
 * services.
 */
public abstract class ServiceNames extends TypeIdResolverBase {
  private final Class<? extends NamedService> kind;
  private final String key;

  /**
   * Creates a resolver for the services of a kind.
   *
   * @param key the configuration key
   */
  protected ServiceNames(Class<? extends NamedService> kind, String key) {
    this.kind = kind;
    this.key = key;
  }

  @Override
  public final String idFromValue(Object value) {
    return ((NamedService) value).name();
  }

  @Override
  public final String idFromValueAndType(Object value, Class<?> type) {
    return idFromValue(value);
  }

  @Override
  public final JavaType typeFromId(DatabindContext context, String name) {
    return context.constructType(NamedService.named(kind, key, name).getClass());
  }

  @Override
  public final JsonTypeInfo.Id getMechanism() {
    return JsonTypeInfo.Id.CUSTOM;
  }
}
