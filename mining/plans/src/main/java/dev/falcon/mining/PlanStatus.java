// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.work.Replacement;
import dev.falcon.data.work.TaskCount;
import dev.falcon.data.work.WorkStatus;
import dev.falcon.mining.plan.PlanFolder;
import dev.falcon.mining.plan.PlanManifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** The state of a plan that is a folder of parts. */
public final class PlanStatus {
  private static final String KIND = "plan";

  private PlanStatus() {}

  /** Returns the state of the plan in a folder; empty if the folder holds no plan. */
  public static Optional<WorkStatus> of(Path folder) {
    if (!Folders.isFolder(folder) || !PlanFolder.KIND.isIn(folder)) {
      return Optional.empty();
    }
    Path replacing = folder.resolve(Replacement.FOLDER);
    if (PlanFolder.isBegun(replacing)) {
      return of(replacing);
    }
    Path manifest = folder.resolve(PlanManifest.FILE_NAME);
    if (Folders.exists(manifest)) {
      PlanManifest plan = Json.read(manifest, PlanManifest.class);
      return Optional.of(WorkStatus.complete(KIND, plan.parts().size()));
    }
    SortedMap<String, Long> counts = new TreeMap<>();
    counts.put("shards_checked", WorkStatus.count(folder.resolve(PlanFolder.CHECK), ".*\\.check"));
    if (!PlanFolder.isBegun(folder)) {
      return Optional.of(
          new WorkStatus(
              KIND, false, OptionalInt.empty(), List.of(), OptionalInt.empty(), List.of(), counts));
    }
    PlanFolder plan = PlanFolder.open(folder);
    counts.put("spaces_beside_parts", WorkStatus.count(plan.work(), ".*\\.space"));
    counts.put("rows", plan.request().rows());
    counts.put("rows_rejected", plan.request().rejected());
    return Optional.of(plan.units().status(KIND, TaskCount.in(folder).read(), counts));
  }
}
