// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RepeatedHashesTest {
  private static final long[] FIRST = new SplittableRandom(1).longs(5_000).toArray();

  /** The second half again begins with a hundred of the first, and with one three times. */
  private static long[] second() {
    long[] second = new SplittableRandom(2).longs(5_000).toArray();
    System.arraycopy(FIRST, 700, second, 0, 100);
    second[100] = FIRST[700];
    second[101] = second[102];
    return second;
  }

  private static long[] naive() {
    return LongStream.concat(Arrays.stream(FIRST), Arrays.stream(second()))
        .boxed()
        .collect(Collectors.groupingBy(hash -> hash, Collectors.counting()))
        .entrySet()
        .stream()
        .filter(entry -> entry.getValue() > 1)
        .mapToLong(Map.Entry::getKey)
        .sorted()
        .toArray();
  }

  private static long[] found(int most) {
    try (RepeatedHashes hashes = new RepeatedHashes(10_000, most)) {
      hashes.add(FIRST);
      hashes.add(second());
      return hashes.find();
    }
  }

  @Test
  void filesThatAreGoneAreNamed() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Set<Path> before = Set.copyOf(Folders.list(temporary));
    try (RepeatedHashes hashes = new RepeatedHashes(2, 1)) {
      Path folder =
          Folders.list(temporary).stream()
              .filter(path -> path.getFileName().toString().startsWith("falcon-keys-"))
              .filter(path -> !before.contains(path))
              .findFirst()
              .orElseThrow();
      Files.delete(folder.resolve("0"));
      assertThatThrownBy(hashes::find)
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(folder + ": hashes of keys cannot be kept: ");
    }
  }

  @Test
  void aBoundOfMemoryChangesNothing() {
    assertThat(naive()).hasSize(101);
    assertThat(found(10_000)).isEqualTo(naive());
    assertThat(found(9_999)).isEqualTo(naive());
    assertThat(found(300)).isEqualTo(naive());
  }
}
