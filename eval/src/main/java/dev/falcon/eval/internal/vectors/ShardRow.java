// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A sample whose image is a vector already.
 *
 * @param key the sample's key
 * @param imageId the image id, which rows of the same image share; the key if the dataset has no
 *     image ids
 * @param imageHash the SHA-256 of the encoded image, in hexadecimal
 * @param label the sample's class
 * @param metadata the numbers of its {@code .npy} file
 * @param captions the sample's captions
 * @param captionIds the captions' ids; empty if the dataset has none
 * @param fileName the name of the image's file; empty if it is not known
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
    List<String> captionIds,
    String fileName,
    float[] vector) {

  ShardRow withVector(float[] value) {
    return new ShardRow(
        key, imageId, imageHash, label, metadata, captions, captionIds, fileName, value);
  }
}
