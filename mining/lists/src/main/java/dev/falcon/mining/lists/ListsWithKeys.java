// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.MinedList;

/** Lists in a trainer's form, and the keys of the same lists beside them. */
record ListsWithKeys(ListOutput.Sink lists, KeyedLists keys) implements ListOutput.Sink {
  @Override
  public long append(MinedList list) {
    long made = lists.append(list);
    if (made > 0) {
      keys.append(list);
    }
    return made;
  }

  @Override
  public void commit() {
    keys.commit();
    lists.commit();
  }

  @Override
  public void close() {
    keys.close();
    lists.close();
  }
}
