// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.score;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The truth within an item: which of its captions are true of which of its images. The score of
 * image i and caption c is at position {@code i * captions + c}; for the protocol {@link
 * ItemProtocol#TEXT}, the score of captions a and b is at {@code a * captions + b}.
 *
 * @param images the number of images
 * @param captions the number of captions
 * @param cells the truth of each pair; null for a pair that is not asked // [images * captions]
 */
public record ItemShape(int images, int captions, List<Cell> cells) {
  /** Who asks about a pair, and the answer. */
  public enum Cell {
    /** The pair is not asked. */
    NONE(false, false, false),
    RIGHT(true, true, true),
    WRONG(false, true, true),
    /** Right, and only the image asks. */
    RIGHT_OF_IMAGE(true, true, false),
    WRONG_OF_IMAGE(false, true, false),
    /** Right, and only the caption asks. */
    RIGHT_OF_TEXT(true, false, true),
    WRONG_OF_TEXT(false, false, true);

    private final boolean right;
    private final boolean byImage;
    private final boolean byText;

    Cell(boolean right, boolean byImage, boolean byText) {
      this.right = right;
      this.byImage = byImage;
      this.byText = byText;
    }

    /**
     * Returns the cell of a pair.
     *
     * @param byImage whether its image asks
     * @param byText whether its caption asks
     */
    public static Cell of(boolean right, boolean byImage, boolean byText) {
      return Stream.of(values())
          .filter(cell -> cell != NONE && cell.right == right)
          .filter(cell -> cell.byImage == byImage && cell.byText == byText)
          .findFirst()
          .orElse(NONE);
    }

    /** Returns the cell of a pair that those of both cells ask about. */
    public Cell with(Cell other) {
      return of(right, byImage || other.byImage, byText || other.byText);
    }

    /** Returns whether the caption is true of the image. */
    public boolean isRight() {
      return right;
    }
  }

  public ItemShape {
    cells = List.copyOf(cells);
    if (cells.size() != images * captions) {
      throw new IllegalArgumentException(cells.size() + " cells");
    }
  }

  /** Returns the shape of one image with right and wrong captions, which only the image asks. */
  public static ItemShape ofCaptions(int right, int wrong) {
    return new ItemShape(
        1,
        right + wrong,
        IntStream.range(0, right + wrong)
            .mapToObj(i -> i < right ? Cell.RIGHT_OF_IMAGE : Cell.WRONG_OF_IMAGE)
            .toList());
  }

  /** Returns the shape of images, each with its own caption, which is wrong for the others. */
  public static ItemShape ofPairs(int pairs) {
    return new ItemShape(
        pairs,
        pairs,
        IntStream.range(0, pairs * pairs)
            .mapToObj(i -> i / pairs == i % pairs ? Cell.RIGHT : Cell.WRONG)
            .toList());
  }

  /** Returns the contests of a protocol; none if the item does not have its shape. */
  public List<Contest> contests(ItemProtocol protocol) {
    return switch (protocol) {
      case CAPTION, RANK -> ofImages();
      case IMAGE -> ofTexts();
      case GROUP -> ofImages().isEmpty() || ofTexts().isEmpty() ? List.of() : both();
      case TEXT -> amongCaptions();
    };
  }

  private List<Contest> both() {
    return Stream.concat(ofImages().stream(), ofTexts().stream()).toList();
  }

  private List<Contest> ofImages() {
    List<Contest> contests = new ArrayList<>();
    for (int image = 0; image < images; image++) {
      int first = image * captions;
      add(contests, IntStream.range(first, first + captions).filter(i -> cells.get(i).byImage));
    }
    return contests;
  }

  private List<Contest> ofTexts() {
    List<Contest> contests = new ArrayList<>();
    for (int caption = 0; caption < captions; caption++) {
      int column = caption;
      add(
          contests,
          IntStream.range(0, images)
              .map(image -> image * captions + column)
              .filter(i -> cells.get(i).byText));
    }
    return contests;
  }

  /** Adds a contest, if there are both right and wrong options. */
  private void add(List<Contest> contests, IntStream options) {
    int[] asked = options.toArray();
    int[] right = IntStream.of(asked).filter(i -> cells.get(i).right).toArray();
    int[] wrong = IntStream.of(asked).filter(i -> !cells.get(i).right).toArray();
    if (right.length > 0 && wrong.length > 0) {
      contests.add(new Contest(right, wrong));
    }
  }

  /** Returns the contest of captions with each other, by the item's first image. */
  private List<Contest> amongCaptions() {
    BitSet right = new BitSet();
    IntStream.range(0, captions).filter(i -> cells.get(i).right).forEach(right::set);
    List<Integer> together = new ArrayList<>();
    List<Integer> apart = new ArrayList<>();
    for (int one = 0; one < captions; one++) {
      for (int other = 0; other < captions; other++) {
        int place = one * captions + other;
        if (right.get(one) && right.get(other) && one < other) {
          together.add(place);
        } else if (right.get(one) && cells.get(other) != Cell.NONE && !right.get(other)) {
          apart.add(place);
        }
      }
    }
    return together.isEmpty() || apart.isEmpty()
        ? List.of()
        : List.of(
            new Contest(
                together.stream().mapToInt(i -> i).toArray(),
                apart.stream().mapToInt(i -> i).toArray()));
  }

  /** Returns the protocol that asks all that the item can answer about images. */
  public ItemProtocol usual() {
    if (ofTexts().isEmpty()) {
      return ItemProtocol.CAPTION;
    }
    return ofImages().isEmpty() ? ItemProtocol.IMAGE : ItemProtocol.GROUP;
  }
}
