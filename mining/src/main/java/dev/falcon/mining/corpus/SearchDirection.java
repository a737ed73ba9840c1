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

  /** One of the two vectors of a row. */
  public enum Side {
    TEXT("text"),
    IMAGE("image");

    private final String label;

    Side(String label) {
      this.label = label;
    }

    /** Its name in messages. */
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

  /** The side of the queries. */
  public Side queries() {
    return queries;
  }

  /** The side of the corpus. */
  public Side corpus() {
    return corpus;
  }

  /** Its name in flags, such as {@code text-image}. */
  public String label() {
    return queries.label() + "-" + corpus.label();
  }

  /** The direction of that name. */
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
