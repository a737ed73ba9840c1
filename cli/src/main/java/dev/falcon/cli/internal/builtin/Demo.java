// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.builtin;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.request.MiningOptions;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The data and the comparison of commands of mining that are given no store. They know only this
 * interface, so that mining the user's vectors needs no code that draws or embeds.
 */
public interface Demo {
  /**
   * Returns the store of the built-in data.
   *
   * @param notes receives messages for the user
   */
  EmbeddingStore store(Progress progress, Consumer<String> notes);

  /**
   * Returns, for people, the exact share of false negatives in a plan of the built-in data, beside
   * that of the hardest plan.
   *
   * @param options those of the plan
   */
  String comparison(Path plan, MiningOptions options);
}
