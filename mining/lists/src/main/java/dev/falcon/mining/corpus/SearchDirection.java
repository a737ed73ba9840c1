// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.RequestException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The sides of the queries and of the corpus. */
public enum SearchDirection {
  TEXT_IMAGE(Side.TEXT, Side.IMAGE),
  IMAGE_TEXT(Side.IMAGE, Side.TEXT),
  TEXT_TEXT(Side.TEXT, Side.TEXT),
  IMAGE_IMAGE(Side.IMAGE, Side.IMAGE);

  /** A side of a row: its image or its text. */
  public enum Side {
    TEXT("text"),
    IMAGE("image");

    private final String label;

    Side(String label) {
      this.label = label;
    }

    /** Returns the name used in messages. */
    public String label() {
      return label;
    }
  }

  private final Side queries;
  private final Side corpus;

  SearchDirection(Side queries, Side corpus) {
    this.queries = queries;
    this.corpus = corpus;
  }

  /** Returns the side of the queries. */
  public Side queries() {
    return queries;
  }

  /** Returns the side of the corpus. */
  public Side corpus() {
    return corpus;
  }

  /** Returns the name used in flags, such as {@code text-image}. */
  public String label() {
    return queries.label() + "-" + corpus.label();
  }

  /** Returns the direction of that name. */
  public static SearchDirection of(String label) {
    return Arrays.stream(values())
        .filter(direction -> direction.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    "direction is one of "
                        + Arrays.stream(values())
                            .map(SearchDirection::label)
                            .collect(Collectors.joining(", "))
                        + "; direction="
                        + label));
  }
}
