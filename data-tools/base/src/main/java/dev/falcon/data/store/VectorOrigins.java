// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares how the vectors of two stores were made, by the stores' records. */
public final class VectorOrigins {
  private VectorOrigins() {}

  /**
   * Returns a warning if the stores' vectors were made by different models, or by different
   * versions of a library; empty if they were not, or if it is unknown.
   */
  public static Optional<String> warning(EmbeddingStore first, EmbeddingStore second) {
    return origin(first)
        .flatMap(one -> origin(second).flatMap(other -> difference(one, other)))
        .map(what -> first.folder() + " and " + second.folder() + " " + what);
  }

  private static Optional<Provenance> origin(EmbeddingStore store) {
    return store.manifest().flatMap(manifest -> Optional.ofNullable(manifest.provenance()));
  }

  private static Optional<String> difference(Provenance one, Provenance other) {
    Map<String, String> ones = models(one);
    Map<String, String> others = models(other);
    if (ones.isEmpty() || others.isEmpty()) {
      return Optional.empty();
    }
    TreeSet<String> both = new TreeSet<>(ones.keySet());
    both.retainAll(others.keySet());
    Optional<String> changed =
        both.stream().filter(name -> !ones.get(name).equals(others.get(name))).findFirst();
    if (both.isEmpty() || changed.isPresent()) {
      return Optional.of(
          "were embedded by different models ("
              + changed.map(name -> "the files " + name + " differ").orElse("no file in common")
              + "); their cosines mean nothing unless both models share one space");
    }
    return one.libraries().entrySet().stream()
        .filter(library -> isOther(other.libraries().get(library.getKey()), library.getValue()))
        .map(
            library ->
                "were embedded by "
                    + library.getKey()
                    + " "
                    + library.getValue()
                    + " and "
                    + other.libraries().get(library.getKey())
                    + ", so equal inputs may have slightly different vectors")
        .findFirst();
  }

  private static boolean isOther(String version, String than) {
    return version != null && !version.equals(than);
  }

  private static Map<String, String> models(Provenance origin) {
    return origin.inputs().stream()
        .filter(input -> input.role().equals(Optional.of(InputRole.MODEL)))
        .collect(
            Collectors.toMap(
                Provenance.Input::name, Provenance.Input::sha256, (a, b) -> a, TreeMap::new));
  }
}
