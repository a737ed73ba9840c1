package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.constraint.OwnReliability;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.SearchDirection;
import java.util.Locale;
import java.util.OptionalDouble;

/** The weight of own similarities that {@code --own-weight auto} takes from a store. */
final class OwnWeight {
  private OwnWeight() {}

  /** Returns the reliability as the weight, or the usual weight if a store shows no reliability. */
  static float estimated(OptionalDouble reliability, OutputOptions output) {
    float weight =
        reliability.isPresent() ? (float) reliability.getAsDouble() : OwnReliability.USUAL_WEIGHT;
    output.note(
        String.format(
            Locale.ROOT,
            "own weight: %.3f%s",
            weight,
            reliability.isPresent() ? "" : ", since no image has several captions"));
    return weight;
  }

  /**
   * Returns the weight for lists from a corpus. Two stores show no reliability.
   *
   * @param sides the queries and the corpus
   */
  static float estimated(CorpusRequest.Sides sides, OutputOptions output) {
    EmbeddingStore store = sides.queries();
    boolean ofCaptions = sides.direction() == SearchDirection.TEXT_TEXT && !store.hasAnchors();
    boolean known = sides.oneStore() && sides.direction() != SearchDirection.IMAGE_IMAGE;
    if (!known || !store.hasImageIds()) {
      return estimated(OptionalDouble.empty(), output);
    }
    return estimated(ofCaptions ? OwnReliability.ofTexts(store) : OwnReliability.of(store), output);
  }
}
