// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import dev.falcon.faults.Trees;
import dev.falcon.faults.disk.Disk.Manner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Errands on a disk that fails: the table of what came of it. Arguments: a folder for what is
 * written, how many calls of each errand fail (0 for every one), a seed, and names of errands whose
 * calls fail; none for all.
 */
public final class DiskFaultTable {
  /** Begins a line about a promise that was not kept. */
  static final String NOT_HELD = "NOT HELD";

  private static final Comparator<DiskCall> BY_PLACE =
      Comparator.comparing(DiskCall::operation)
          .thenComparing(DiskCall::place)
          .thenComparingInt(DiskCall::number);

  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private final DiskFaults faults;
  private final int most;
  private final long seed;
  private final Set<String> seen = new HashSet<>();

  private DiskFaultTable(DiskFaults faults, int most, long seed) {
    this.faults = faults;
    this.most = most;
    this.seed = seed;
  }

  public static void main(String[] arguments) throws IOException {
    if (!(FileSystems.getDefault().provider() instanceof DiskProvider)) {
      throw new IllegalStateException(
          "start with -Djava.nio.file.spi.DefaultFileSystemProvider="
              + DiskProvider.class.getName());
    }
    List<String> names = List.of(arguments).subList(3, arguments.length);
    DiskFaults faults = new DiskFaults(Path.of(arguments[0]));
    Trees.copy(
        Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny"),
        faults.inputs().resolve("model"));
    DiskFaultTable table =
        new DiskFaultTable(faults, Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
    for (Errand errand : Errands.all()) {
      long begun = System.nanoTime();
      List<DiskCall> calls = faults.undisturbed(errand);
      if (errand == Errands.FIRST) {
        Ground.lay(faults.inputs());
      }
      if (names.isEmpty() || names.contains(errand.name())) {
        String outcomes = table.disturb(errand, calls).toString();
        OUT.printf(
            Locale.ROOT,
            "%-12s %5d calls, %.1f s: %s%n",
            errand.name(),
            calls.size(),
            (System.nanoTime() - begun) / 1e9,
            outcomes);
      }
    }
    System.exit(0);
  }

  private Map<DiskFaults.Outcome, Integer> disturb(Errand errand, List<DiskCall> calls)
      throws IOException {
    Map<DiskFaults.Outcome, Integer> outcomes = new EnumMap<>(DiskFaults.Outcome.class);
    try {
      faults.inPieces(errand);
    } catch (DiskFaults.Broken e) {
      OUT.printf("%s: %s, in pieces: %s%n", NOT_HELD, errand.name(), e.getMessage());
    }
    for (DiskCall call : chosen(errand, calls)) {
      for (Manner manner : manners(call.operation())) {
        try {
          outcomes.merge(faults.disturbed(errand, call, manner), 1, Integer::sum);
        } catch (DiskFaults.Broken e) {
          OUT.printf(
              "%s: %s, %s %s: %s%n    %s%n",
              NOT_HELD, errand.name(), manner, call, e.getMessage(), call.place());
        }
      }
    }
    return outcomes;
  }

  private static List<Manner> manners(Operation operation) {
    if (operation == Operation.READ) {
      return List.of(Manner.FAILS, Manner.ENDS);
    }
    return operation.changesTheDisk() ? List.of(Manner.FAILS, Manner.DIES) : List.of(Manner.FAILS);
  }

  /**
   * All calls; or one from each place that no errand before has come from, and of these some: the
   * same ones wherever the table is made, in whatever order threads and folders have their turn.
   */
  private List<DiskCall> chosen(Errand errand, List<DiskCall> calls) {
    if (most == 0) {
      return calls;
    }
    List<DiskCall> chosen = new ArrayList<>();
    for (DiskCall call : calls.stream().sorted(BY_PLACE).toList()) {
      if (seen.add(call.operation() + call.nearest())) {
        chosen.add(call);
      }
    }
    SplittableRandom random = new SplittableRandom(seed + errand.name().hashCode());
    while (chosen.size() > most) {
      chosen.remove(random.nextInt(chosen.size()));
    }
    return chosen;
  }
}
