// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.TextFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/** Reads a TREC run: topic, Q0, document, rank, score, the run's name. */
final class ListsInRun implements ListedName.Form {
  private static final int FIELDS = 6;

  @Override
  public void read(Path file, BiConsumer<ListedName, ListedName> receiver) {
    int number = 0;
    try {
      for (String line : TextFiles.lines(file)) {
        number++;
        String[] fields = line.strip().split("\\s+", -1);
        if (fields.length != FIELDS) {
          throw new FalconException(
              file
                  + ": line "
                  + number
                  + " has "
                  + fields.length
                  + " fields; a line of a run has a topic, Q0, a document, its rank, its score and a"
                  + " name, and tables and JSON end in .parquet, .arrow, .csv, .jsonl or .json");
        }
        receiver.accept(ListedName.key(fields[0]), ListedName.key(fields[2]));
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
