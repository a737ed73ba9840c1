package dev.falcon.training.internal.framework.batch;

/**
 * What the generative loss is fed of the captions, and which words it is to tell. The same object
 * serves the loss before and after a step, so that both see identical masks.
 *
 * @param tokens what is fed [rows x length]
 * @param positions where words are to be told, as row * length + position, ascending
 * @param targets the words that are right there
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Corruption(long[][] tokens, int[] positions, long[] targets) {
  /** Hides words of captions [rows x length], each time anew. */
  @FunctionalInterface
  public interface Source {
    /** The captions with other words hidden than at the last call. */
    Corruption of(long[][] captions);
  }

  /** The row of every word that is to be told. */
  public int[] rows() {
    int[] rows = positions.clone();
    for (int i = 0; i < rows.length; i++) {
      rows[i] /= tokens[0].length;
    }
    return rows;
  }
}
