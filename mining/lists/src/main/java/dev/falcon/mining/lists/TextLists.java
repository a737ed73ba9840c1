// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.MinedList;
import java.util.List;

/** Writes lists of texts and of paths of pictures in sentence-transformers' columns. */
record TextLists(SentenceTable table, ListContents contents) implements ListOutput.Sink {
  @Override
  public long append(MinedList list) {
    return table.append(
        contents.query(list.query()), scored(list.positives()), scored(list.negatives()));
  }

  private List<SentenceTable.Scored> scored(List<ListedItem> items) {
    return items.stream()
        .map(item -> new SentenceTable.Scored(contents.item(item), contents.score(item)))
        .toList();
  }

  @Override
  public void commit() {
    table.commit();
  }

  @Override
  public void close() {
    table.close();
  }
}
