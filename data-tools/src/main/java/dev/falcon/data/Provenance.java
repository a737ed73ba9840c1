package dev.falcon.data;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The origin of an artefact, written into every one. It contains nothing that differs between two
 * runs of the same request (no clock, no host), so that equal requests give equal bytes.
 *
 * @param falconVersion the version of Falcon that wrote it
 * @param commit the commit of Falcon that wrote it
 * @param command the command or library entry, such as {@code mine}
 * @param seed the seed from which every random stream was derived
 * @param options every option that changes the result, by its flag's name, sorted
 * @param inputs the input files, in the order in which they were named
 */
@JsonPropertyOrder({"falconVersion", "commit", "command", "seed", "options", "inputs"})
public record Provenance(
    String falconVersion,
    String commit,
    String command,
    long seed,
    Map<String, Object> options,
    List<Input> inputs) {

  public Provenance {
    options = Collections.unmodifiableMap(new TreeMap<>(options));
    inputs = List.copyOf(inputs);
  }

  /** The provenance of a run of this build. */
  public static Provenance of(
      String command, long seed, Map<String, Object> options, List<Input> inputs) {
    BuildInfo build = BuildInfo.current();
    return new Provenance(build.version(), build.commit(), command, seed, options, inputs);
  }

  /**
   * An input file.
   *
   * @param name its name, without the folders above the path that the user named
   * @param bytes its length
   * @param sha256 the digest of its content
   */
  public record Input(String name, long bytes, String sha256) {
    /** Digests the file under its own name. */
    public static Input of(Path file) {
      return of(file.getFileName().toString(), file);
    }

    /** Digests the file under the given name. */
    public static Input of(String name, Path file) {
      try {
        return new Input(name, Files.size(file), Sha256.of(file));
      } catch (IOException e) {
        throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
      }
    }
  }
}
