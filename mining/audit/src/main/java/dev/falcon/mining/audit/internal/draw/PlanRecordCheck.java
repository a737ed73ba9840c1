// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.audit.request.AuditTarget;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Checks a plan's record of the store from which it was mined. */
final class PlanRecordCheck {
  private PlanRecordCheck() {}

  /** Fails if the plan's provenance names another store. */
  public static void requireStore(AuditTarget.Plan plan, EmbeddingStore store) {
    Path file = plan.companion();
    if (!Folders.exists(file)) {
      return;
    }
    Set<String> digests = new HashSet<>();
    for (JsonNode input : Json.readTree(file).path("provenance").path("inputs")) {
      digests.add(input.path("sha256").asText());
    }
    for (Provenance.Input input : store.inputs()) {
      if (!digests.contains(input.sha256())) {
        throw new FalconException(
            plan.file()
                + ": was mined from another store than "
                + store.folder()
                + ": "
                + input.name()
                + " differs; force the audit to accept it");
      }
    }
  }
}
