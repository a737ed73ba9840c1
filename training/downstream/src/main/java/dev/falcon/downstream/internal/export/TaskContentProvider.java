// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.export;

import dev.falcon.training.internal.export.ContentProvider;
import dev.falcon.training.internal.export.ModelContent;
import dev.falcon.training.internal.store.Checkpoint;

/** The content of model folders of tasks; {@code Exporter} finds it as a service. */
public final class TaskContentProvider implements ContentProvider {
  @Override
  public ModelContent of(Checkpoint checkpoint) {
    return new TaskContent(checkpoint);
  }
}
