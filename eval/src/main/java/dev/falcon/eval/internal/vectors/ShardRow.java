package dev.falcon.eval.internal.vectors;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A sample as evaluation sees it: its image is a vector already.
 *
 * @param key names the sample
 * @param imageId shared by rows of the same image; the key where the dataset has none
 * @param imageHash the SHA-256 of the encoded image, in hexadecimal
 * @param label its class
 * @param metadata the numbers of its {@code .npy}
 * @param captions its texts
 * @param vector the image's vector, L2-normalised // [d]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ShardRow(
    String key,
    String imageId,
    String imageHash,
    OptionalInt label,
    Optional<long[]> metadata,
    List<String> captions,
    float[] vector) {

  ShardRow withVector(float[] value) {
    return new ShardRow(key, imageId, imageHash, label, metadata, captions, value);
  }
}
