// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.albef;

import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.input.Vocabulary;
import java.util.Arrays;

/**
 * Masked language modelling: some tokens are masked, and predicted from the others and the image.
 */
public final class MaskedTokens {
  private MaskedTokens() {}

  /**
   * Masks tokens as in BERT: each token except padding and the first is selected with the given
   * probability. Of the selected tokens, 80 % become the mask token, 10 % become a random token,
   * and 10 % are unchanged.
   */
  public static Corruption draw(
      long[][] captions, Vocabulary vocabulary, double probability, RandomStream random) {
    int length = captions[0].length;
    long[][] tokens = new long[captions.length][];
    int[] positions = new int[captions.length * length];
    long[] targets = new long[captions.length * length];
    int chosen = 0;
    for (int row = 0; row < captions.length; row++) {
      tokens[row] = captions[row].clone();
      for (int position = 0; position < length; position++) {
        long token = captions[row][position];
        if (token == vocabulary.padding()
            || token == vocabulary.first()
            || random.nextDouble() >= probability) {
          continue;
        }
        positions[chosen] = row * length + position;
        targets[chosen++] = token;
        double fate = random.nextDouble();
        if (fate < 0.8) {
          tokens[row][position] = vocabulary.mask();
        } else if (fate < 0.9) {
          tokens[row][position] = random.nextInt(vocabulary.size());
        }
      }
    }
    return new Corruption(tokens, Arrays.copyOf(positions, chosen), Arrays.copyOf(targets, chosen));
  }
}
