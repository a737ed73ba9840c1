// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.export;

import dev.falcon.data.FalconException;
import dev.falcon.training.internal.store.Checkpoint;
import java.util.ServiceLoader;

/**
 * Provides the content of model folders for fine-tuned checkpoints. It is a service, since this
 * module does not know the tasks of fine-tuning.
 */
public interface ContentProvider {
  /**
   * Returns the content of a checkpoint.
   *
   * @throws dev.falcon.data.RequestException if its task is only a step before another one
   */
  ModelContent of(Checkpoint checkpoint);

  /**
   * Returns the content of a fine-tuned checkpoint, from the service.
   *
   * @throws FalconException if the class path has none
   */
  static ModelContent fineTuned(Checkpoint checkpoint) {
    return ServiceLoader.load(ContentProvider.class, ContentProvider.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new FalconException(
                    checkpoint.file()
                        + ": is a fine-tuned checkpoint, whose export needs falcon-downstream on"
                        + " the class path"))
        .of(checkpoint);
  }
}
