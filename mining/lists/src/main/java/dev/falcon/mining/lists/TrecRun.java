// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.MinedList;
import java.nio.file.Path;
import java.util.Locale;

/** The negatives as a TREC run: topic, Q0, document, rank from 1, score, the run's name. */
final class TrecRun implements ListOutput.Sink {
  private final WrittenText file;
  private final ListContents contents;

  TrecRun(Path target, ListContents contents) {
    this.file = new WrittenText(target);
    this.contents = contents;
  }

  @Override
  public long append(MinedList list) {
    int rank = 0;
    for (ListedItem item : list.negatives()) {
      file.write(
          String.format(
              Locale.ROOT,
              "%s Q0 %s %d %s falcon\n",
              list.query().key(),
              item.key(),
              ++rank,
              Float.toString(contents.score(item))));
    }
    return rank;
  }

  @Override
  public void commit() {
    file.commit();
  }

  @Override
  public void close() {
    file.close();
  }
}
