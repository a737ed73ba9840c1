// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The long form: every command, or those that are named, with every fault. */
public final class FaultTable {
  private FaultTable() {}

  /**
   * Arguments: {@code FOLDER KILLS SEED COMMAND…}; commands are the names of {@link Work} in lower
   * case. One that is not named still runs undisturbed, for those behind it, unless it has done so
   * in this folder before. Ends with 1 where a promise was not kept.
   */
  public static void main(String[] arguments) throws Exception {
    List<String> named = List.of(arguments).subList(3, arguments.length);
    Faults faults =
        new Faults(
            Path.of(arguments[0]), Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
    int tried = 0;
    int broken = 0;
    for (Work work : Work.values()) {
      boolean asked = named.isEmpty() || named.contains(work.folder());
      if (!asked && faults.isThere(work)) {
        continue;
      }
      double seconds = faults.undisturbed(work);
      if (!asked) {
        continue;
      }
      System.out.printf(Locale.ROOT, "%s: %.1f s undisturbed%n", work.folder(), seconds);
      for (Fault fault : Fault.values()) {
        Faults.Verdict verdict = faults.disturbed(work, fault);
        tried++;
        broken += verdict.held() ? 0 : 1;
        System.out.println(
            "  "
                + fault.name().toLowerCase(Locale.ROOT)
                + ": "
                + (verdict.held() ? "" : "FAILED: ")
                + verdict.words());
      }
    }
    System.out.println(tried + " tried, " + faults.runs() + " runs, " + broken + " failed");
    System.exit(broken == 0 ? 0 : 1);
  }
}
