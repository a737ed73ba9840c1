// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.BuildInfo;
import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.training.run.TrainingArithmetic;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The identity of the run in a folder: {@code run.json}. The run in a folder is the planned one if
 * all but the commit are equal.
 *
 * @param variant the name of the variant
 * @param seed the seed of the run
 * @param config the SHA-256 digest of the complete effective configuration, in which paths in the
 *     comparison's folder are relative, so that the folder can be moved
 * @param version the version of Falcon
 * @param arithmetic {@link TrainingArithmetic#REVISION}
 * @param commit the commit of Falcon, for information only
 */
public record RunIdentity(
    String variant, long seed, String config, String version, int arithmetic, String commit) {
  static final String FILE = "run.json";

  /**
   * Returns the identity of planned work.
   *
   * @param config the complete effective configuration
   * @param comparison the folder of the whole comparison
   */
  static RunIdentity of(String variant, long seed, String config, Path comparison) {
    BuildInfo build = BuildInfo.current();
    String written = config.replace(comparison + File.separator, "");
    String digest = Sha256.of(written.getBytes(StandardCharsets.UTF_8));
    return new RunIdentity(
        variant, seed, digest, build.version(), TrainingArithmetic.REVISION, build.commit());
  }

  /** Returns the identity that a folder records. */
  public static RunIdentity read(Path folder) {
    Path file = folder.resolve(FILE);
    RunIdentity identity = Json.read(file, RunIdentity.class);
    if (identity.variant == null || identity.config == null || identity.version == null) {
      throw new FalconException(file + ": does not say which run the folder holds");
    }
    return identity;
  }

  void write(Path folder) {
    Json.write(folder.resolve(FILE), this);
  }

  /** Returns how the run in a folder differs from this one; empty if it does not. */
  Optional<String> difference(RunIdentity there) {
    if (!there.variant.equals(variant) || there.seed != seed) {
      return Optional.of("variant " + there.variant + ", seed " + there.seed);
    }
    if (there.arithmetic != arithmetic) {
      return Optional.of("training arithmetic " + there.arithmetic + "; this is " + arithmetic);
    }
    if (!there.version.equals(version)) {
      return Optional.of("Falcon " + there.version + "; this is " + version);
    }
    return there.config.equals(config) ? Optional.empty() : Optional.of("another configuration");
  }
}
