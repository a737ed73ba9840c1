package dev.falcon.training.internal.evaluation;

import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.Truth;
import java.util.BitSet;

/** Truth worked out once for all captions and images: one bit each. */
record TruthTable(PairData pairs, int images, BitSet bits) implements Truth {
  static TruthTable of(Truth truth, PairData pairs, int[] imageRows) {
    int images = imageRows.length;
    BitSet bits = new BitSet(Math.multiplyExact(pairs.rows(), images));
    for (int caption = 0; caption < pairs.rows(); caption++) {
      for (int image = 0; image < images; image++) {
        if (truth.matches(caption, imageRows[image])) {
          bits.set(caption * images + image);
        }
      }
    }
    return new TruthTable(pairs, images, bits);
  }

  @Override
  public boolean matches(int captionRow, int imageRow) {
    return bits.get(captionRow * images + pairs.image(imageRow));
  }
}
