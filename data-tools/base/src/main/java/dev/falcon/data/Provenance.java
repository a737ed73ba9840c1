// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

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
 * @param libraries versions of the native libraries that computed a part of the output, by name,
 *     sorted; other versions may give other bytes
 */
@JsonPropertyOrder({"falconVersion", "commit", "command", "seed", "options", "inputs", "libraries"})
public record Provenance(
    String falconVersion,
    String commit,
    String command,
    long seed,
    Map<String, Object> options,
    List<Input> inputs,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> libraries) {

  public Provenance {
    options = Collections.unmodifiableMap(new TreeMap<>(options));
    inputs = List.copyOf(inputs);
    libraries =
        libraries == null
            ? Map.of() // a record that lists none
            : Collections.unmodifiableMap(new TreeMap<>(libraries));
  }

  /** Creates a provenance without native libraries. */
  public Provenance(
      String falconVersion,
      String commit,
      String command,
      long seed,
      Map<String, Object> options,
      List<Input> inputs) {
    this(falconVersion, commit, command, seed, options, inputs, Map.of());
  }

  /**
   * Returns the provenance of a run of this build.
   *
   * @throws IllegalArgumentException if an input has no role
   */
  public static Provenance of(
      String command, long seed, Map<String, Object> options, List<Input> inputs) {
    for (Input input : inputs) {
      if (input.role().isEmpty()) {
        throw new IllegalArgumentException(
            command + ": the input " + input.name() + " has no role");
      }
    }
    BuildInfo build = BuildInfo.current();
    return new Provenance(
        build.version(), build.commit(), command, seed, options, inputs, Map.of());
  }

  /**
   * Returns a copy with the version of a native library.
   *
   * @param library the library's name, such as {@code onnxruntime}
   */
  public Provenance computedBy(String library, String version) {
    Map<String, String> more = new TreeMap<>(libraries);
    more.put(library, version);
    return new Provenance(falconVersion, commit, command, seed, options, inputs, more);
  }

  /** Returns a copy with other versions of the native libraries. */
  public Provenance withLibraries(Map<String, String> others) {
    return new Provenance(falconVersion, commit, command, seed, options, inputs, others);
  }

  /** Returns a copy with other options. */
  public Provenance withOptions(Map<String, Object> others) {
    return new Provenance(falconVersion, commit, command, seed, others, inputs, libraries);
  }

  /** Returns a copy with other inputs. */
  public Provenance withInputs(List<Input> others) {
    return new Provenance(falconVersion, commit, command, seed, options, others, libraries);
  }

  /**
   * An input file.
   *
   * @param name its name; of the path that the user gave, without the folders above it
   * @param bytes its length in bytes
   * @param sha256 the SHA-256 of its content, as 64 hexadecimal digits
   * @param role what it was to the command; empty in lists of files, and in records of release 0.1
   */
  @JsonPropertyOrder({"role", "name", "bytes", "sha256"})
  public record Input(
      String name,
      long bytes,
      String sha256,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<InputRole> role) {

    public Input {
      role = role == null ? Optional.empty() : role;
    }

    /** Creates an input without a role. */
    public Input(String name, long bytes, String sha256) {
      this(name, bytes, sha256, Optional.empty());
    }

    /** Digests the file under its own name. */
    public static Input of(InputRole role, Path file) {
      return of(file).as(role);
    }

    /** Returns a copy with a role, unless it has one. */
    public Input as(InputRole given) {
      return role.isPresent() ? this : new Input(name, bytes, sha256, Optional.of(given));
    }

    /** Gives a role to the inputs that have none. */
    public static List<Input> as(InputRole role, Collection<Input> inputs) {
      return inputs.stream().map(input -> input.as(role)).toList();
    }

    /** Returns whether two inputs have the same name and content, in whatever roles. */
    public boolean isSameFile(Input other) {
      return name.equals(other.name) && bytes == other.bytes && sha256.equals(other.sha256);
    }

    /** Digests the file under its own name. */
    public static Input of(Path file) {
      return of(file.getFileName().toString(), file);
    }

    /**
     * Digests the file under the given name, or a table's folder, such as datasets' {@code
     * save_to_disk} writes, with all files in it but the caches that datasets adds later.
     */
    public static Input of(String name, Path file) {
      try {
        return Files.isDirectory(file)
            ? ofFolder(name, file)
            : new Input(name, Files.size(file), Sha256.of(file));
      } catch (IOException e) {
        throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
      }
    }

    private static Input ofFolder(String name, Path folder) throws IOException {
      MessageDigest digest = Sha256.digest();
      long bytes = 0;
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : (Iterable<Path>) files.sorted()::iterator) {
          if (Files.isRegularFile(file) && !file.getFileName().toString().startsWith("cache-")) {
            Input input = of(file);
            bytes += input.bytes();
            digest.update(
                (input.name() + '\t' + input.sha256() + '\n').getBytes(StandardCharsets.UTF_8));
          }
        }
      }
      return new Input(name, bytes, Sha256.hex(digest));
    }
  }
}
