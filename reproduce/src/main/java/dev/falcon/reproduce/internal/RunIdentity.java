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
 * Identity of the run in a folder: {@code run.json}. Runs may share a table if all but the commit
 * are equal.
 *
 * @param variant its name
 * @param seed of the run
 * @param config SHA-256 of the whole effective configuration, with paths in the comparison's folder
 *     relative to it, so that the folder can be moved
 * @param version of Falcon
 * @param arithmetic {@link TrainingArithmetic#REVISION}
 * @param commit of Falcon, for the record
 */
public record RunIdentity(
    String variant, long seed, String config, String version, int arithmetic, String commit) {
  static final String FILE = "run.json";

  /**
   * The identity of planned work.
   *
   * @param config the whole effective configuration
   * @param comparison the folder of the whole comparison
   */
  static RunIdentity of(String variant, long seed, String config, Path comparison) {
    BuildInfo build = BuildInfo.current();
    String written = config.replace(comparison + File.separator, "");
    String digest = Sha256.of(written.getBytes(StandardCharsets.UTF_8));
    return new RunIdentity(
        variant, seed, digest, build.version(), TrainingArithmetic.REVISION, build.commit());
  }

  /** The identity that a folder records. */
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

  /** Why a folder's run is not this one; empty if it is. */
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
