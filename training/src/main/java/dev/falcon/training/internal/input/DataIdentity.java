package dev.falcon.training.internal.input;

/**
 * What a checkpoint says of its data.
 *
 * @param digest of all pairs and their images, so that a run goes on with the same ones only; empty
 *     for the generated world, which the configuration decides
 * @param tokenizer the text of {@code tokenizer.json}; empty for the generated world's own words
 */
public record DataIdentity(String digest, String tokenizer) {
  /** The generated world's. */
  public static final DataIdentity SCENES = new DataIdentity("", "");
}
