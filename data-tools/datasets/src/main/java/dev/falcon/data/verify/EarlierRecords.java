// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.StoreManifest;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the provenance of plans of release 0.1, which names no roles: a store's files come first,
 * then the scheduler's graph, then the list of vetoes.
 */
final class EarlierRecords {
  private EarlierRecords() {}

  /** Returns the provenance with roles, if it is that of a plan; or else as it is. */
  static Provenance withRoles(Provenance read) {
    boolean isPlan =
        read.command().equals("mine")
            && read.options().containsKey("search-space")
            && !read.options().containsKey("direction");
    if (!isPlan || read.inputs().stream().anyMatch(input -> input.role().isPresent())) {
      return read;
    }
    List<InputRole> others = new ArrayList<>(List.of(InputRole.SCHEDULER, InputRole.VETO));
    if (!"scheduler".equals(read.options().get("quantiles"))) {
      others.remove(InputRole.SCHEDULER);
    }
    List<Provenance.Input> inputs = new ArrayList<>();
    for (Provenance.Input input : read.inputs()) {
      boolean ofStore = input.name().equals(StoreManifest.FILE_NAME) || input.name().contains("/");
      inputs.add(
          ofStore || others.isEmpty() ? input.as(InputRole.STORE) : input.as(others.remove(0)));
    }
    return read.withInputs(inputs);
  }
}
