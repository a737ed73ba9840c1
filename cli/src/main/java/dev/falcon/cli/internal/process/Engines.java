// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import dev.falcon.data.RequestException;
import dev.falcon.mining.Engine;
import java.util.ServiceLoader;

/** Engines that mine outside this process, if their jars are on the class path. */
public final class Engines {
  private Engines() {}

  /**
   * Returns the engine with a name.
   *
   * @param kind what it does
   * @throws RequestException if its jar is missing
   */
  public static <E extends Engine> E named(Class<E> kind, String name) {
    for (E engine : ServiceLoader.load(kind)) {
      if (engine.name().equals(name)) {
        return engine;
      }
    }
    throw new RequestException(
        "--%s needs falcon-%s.jar, which mvn -P%s package makes; start it by spark-submit --class"
                .formatted(name, name, name)
            + " dev.falcon.cli.Main falcon-spark.jar; the launcher takes it from spark/target, with"
            + " the Spark that SPARK_HOME names");
  }
}
