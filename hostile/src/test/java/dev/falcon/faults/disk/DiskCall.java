// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One operation of a run.
 *
 * @param file on which
 * @param place from where in Falcon's code
 * @param number how many there were before it from the same place
 */
record DiskCall(Operation operation, String file, String place, int number) {
  private static final Pattern SHARED =
      Pattern.compile("(AtomicFile|FolderLock|Folders|Json)\\.java:[0-9]+");

  /** Whether a run that does the same comes by here, whatever its files are called. */
  boolean matches(DiskCall other) {
    return operation == other.operation && number == other.number && place.equals(other.place);
  }

  /** The two innermost lines of the place, but for those of what all code writes files with. */
  String nearest() {
    return Arrays.stream(place.split(" < "))
        .dropWhile(line -> SHARED.matcher(line).matches())
        .limit(2)
        .collect(Collectors.joining(" < "));
  }
}
