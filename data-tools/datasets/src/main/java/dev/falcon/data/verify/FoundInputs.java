// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.StoreManifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The recorded inputs of an output by their roles, at their current paths. Every input must be
 * taken, so that none is dropped silently.
 */
public final class FoundInputs {
  /** The prefix of generated data, whose options are part of its name. */
  private static final String GENERATED = "scenes:";

  private final Verification found;
  private final Map<InputRole, List<Provenance.Input>> left = new EnumMap<>(InputRole.class);

  /**
   * All inputs.
   *
   * @param found the verification, which has found the path of each input
   * @throws RequestException if the provenance does not name the roles of its inputs
   */
  public FoundInputs(Provenance provenance, Verification found) {
    this.found = found;
    for (Provenance.Input input : provenance.inputs()) {
      InputRole role =
          input
              .role()
              .orElseThrow(
                  () ->
                      new RequestException(
                          "the provenance does not name the role of its input " + input.name()));
      left.computeIfAbsent(role, none -> new ArrayList<>()).add(input);
    }
  }

  /** Returns the inputs in a role that are not yet taken, in the recorded order. */
  public List<Provenance.Input> left(InputRole role) {
    return List.copyOf(left.getOrDefault(role, List.of()));
  }

  /** Takes the first inputs in a role. */
  public List<Provenance.Input> take(InputRole role, int count) {
    List<Provenance.Input> all = left.getOrDefault(role, new ArrayList<>());
    List<Provenance.Input> first = List.copyOf(all.subList(0, count));
    all.subList(0, count).clear();
    return first;
  }

  /** Takes the next file in a role. */
  public Path file(InputRole role) {
    return maybe(role)
        .orElseThrow(() -> new RequestException("the provenance names no " + role.label()));
  }

  /** Takes the next file in a role, if there is one. */
  public Optional<Path> maybe(InputRole role) {
    return left(role).isEmpty() ? Optional.empty() : Optional.of(path(take(role, 1).get(0)));
  }

  /** Takes all files in a role. */
  public List<Path> files(InputRole role) {
    return take(role, left(role).size()).stream().map(this::path).toList();
  }

  /** Takes the files of a store; returns its folder, or the file that is the store. */
  public Optional<Path> store(InputRole role) {
    List<Provenance.Input> files = take(role, left(role).size());
    if (files.isEmpty()) {
      return Optional.empty();
    }
    Path first = path(files.get(0));
    boolean isFile = files.size() == 1 && !first.endsWith(StoreManifest.FILE_NAME);
    return Optional.of(isFile ? first : root(first, files.get(0).name()));
  }

  /**
   * Takes the files of a dataset.
   *
   * @return the name of the dataset: a folder if it contains exactly these files, or else the files
   */
  public String dataset(InputRole role) {
    List<Provenance.Input> taken = take(role, left(role).size());
    if (taken.isEmpty()) {
      throw new RequestException("the provenance names no " + role.label());
    }
    if (taken.get(0).name().startsWith(GENERATED)) {
      return taken.get(0).name();
    }
    List<Path> files = taken.stream().map(this::path).toList();
    Path folder = files.get(0).toAbsolutePath().getParent();
    return isAllOf(folder, files)
        ? folder.toString()
        : files.stream().map(Path::toString).collect(Collectors.joining("::"));
  }

  /** Returns the folders relative to which the files in a role have their recorded names. */
  public List<Path> roots(InputRole role) {
    return left(role).stream().map(input -> root(path(input), input.name())).distinct().toList();
  }

  /**
   * Refuses inputs that were not taken.
   *
   * @throws RequestException if one is left
   */
  public void requireNone() {
    left.forEach(
        (role, inputs) -> {
          if (!inputs.isEmpty()) {
            throw new RequestException(
                "the provenance has an input for which its command has no use: "
                    + inputs.get(0).name()
                    + " as "
                    + role.label());
          }
        });
  }

  private Path path(Provenance.Input input) {
    return found
        .path(input)
        .orElseThrow(
            () -> new RequestException("the provenance names " + input.name() + " as a file"));
  }

  private static boolean isAllOf(Path folder, List<Path> files) {
    try {
      List<Path> all = SampleSources.open(folder.toString()).files();
      return all.stream()
          .map(Path::toAbsolutePath)
          .toList()
          .equals(files.stream().map(Path::toAbsolutePath).toList());
    } catch (FalconException e) {
      return false; // from several datasets
    }
  }

  /** Returns the folder relative to which a file has the recorded name. */
  private static Path root(Path file, String name) {
    Path at = file.toAbsolutePath();
    Path named = Path.of(name);
    for (int i = named.getNameCount() - 1; i >= 0; i--) {
      if (!at.getFileName().equals(named.getName(i))) {
        break; // a name that the folder has only in the record
      }
      at = at.getParent();
    }
    return at;
  }
}
