// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.work.FolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The claims of annotators at work on pairs, so that annotators who label at the same time are not
 * asked about the same pairs. The claim of an annotator whose run has ended, even if it was killed,
 * is void.
 *
 * @param folder the folder of the labels
 */
public record LabelClaims(LabelFolder folder) {
  private static final String FILE = "claims.json";
  private static final TypeReference<TreeMap<String, List<Integer>>> CLAIMS =
      new TypeReference<>() {};

  /**
   * Sets an annotator's claim; no two claims are set at the same time. The annotator's journal must
   * be open.
   *
   * @param choose returns the claim, as places in the order, given all places that other annotators
   *     at work have claimed
   */
  public void claim(
      String annotator, Function<NavigableSet<Integer>, NavigableSet<Integer>> choose) {
    Path file = folder.path().resolve(FILE);
    FolderLock.inTurn(
        file,
        () -> {
          TreeMap<String, NavigableSet<Integer>> claims = read(file);
          claims.keySet().removeIf(name -> !isAtWork(name, annotator));
          NavigableSet<Integer> others = new TreeSet<>();
          claims.values().forEach(others::addAll);
          claims.put(annotator, choose.apply(others));
          AtomicFile.write(file, Json.line(claims) + "\n");
          return file;
        });
  }

  /** Ends an annotator's claim. */
  public void release(String annotator) {
    claim(annotator, others -> new TreeSet<>());
  }

  private boolean isAtWork(String name, String annotator) {
    return !name.equals(annotator) && FolderLock.isHeld(folder.journal(name));
  }

  private static TreeMap<String, NavigableSet<Integer>> read(Path file) {
    if (!Folders.exists(file)) {
      return new TreeMap<>();
    }
    try {
      TreeMap<String, List<Integer>> claims =
          Json.mapper().readValue(Files.readAllBytes(file), CLAIMS);
      if (claims == null || !claims.values().stream().allMatch(LabelClaims::isSound)) {
        throw noClaims(file, null);
      }
      TreeMap<String, NavigableSet<Integer>> sets = new TreeMap<>();
      claims.forEach((name, claim) -> sets.put(name, new TreeSet<>(claim)));
      return sets;
    } catch (IOException e) {
      throw noClaims(file, e);
    }
  }

  private static boolean isSound(List<Integer> claim) {
    return claim != null && claim.stream().allMatch(Objects::nonNull);
  }

  private static FalconException noClaims(Path file, Exception cause) {
    return new FalconException(
        file + ": holds no claims; remove it when nobody is labelling", cause);
  }
}
