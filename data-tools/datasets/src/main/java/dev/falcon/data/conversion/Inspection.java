// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.Sample;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The contents of a dataset.
 *
 * @param name the dataset's name
 * @param format its layout
 * @param shards number of shards
 * @param complete whether all samples were read; otherwise the counts cover only those that were
 * @param samples number of readable samples
 * @param images number of samples with an image
 * @param imagePairs number of samples with two images that belong together
 * @param captions total number of captions
 * @param samplesWithoutCaption the number of samples without a caption that are not pairs of images
 * @param labels number of samples with a label
 * @param distinctImageIds the number of different images, by image id or, without one, by key
 * @param textGroups the number of different image ids of samples with neither an image nor an
 *     anchor
 * @param repeatedKeys the number of samples whose key an earlier sample has
 * @param meanCaptionCharacters mean length of a caption in Unicode characters; 0 without any
 * @param longestCaptionCharacters the length of the longest caption in Unicode characters
 * @param imageBytes the total length of the encoded images in bytes; both images of a pair count
 * @param imageTypes the number of images by type, detected from their first bytes; both images of a
 *     pair count
 * @param fields number of samples with each metadata field or raw member; members start with a dot
 * @param rejected number of rows that cannot be read or have an image that cannot be decoded
 * @param rejects the first rejected rows, at most {@value #MAX_REJECTS}
 * @param examples the first samples
 */
public record Inspection(
    String name,
    String format,
    int shards,
    boolean complete,
    long samples,
    long images,
    long imagePairs,
    long captions,
    long samplesWithoutCaption,
    long labels,
    long distinctImageIds,
    long textGroups,
    long repeatedKeys,
    double meanCaptionCharacters,
    int longestCaptionCharacters,
    long imageBytes,
    SortedMap<String, Long> imageTypes,
    SortedMap<String, Long> fields,
    long rejected,
    List<Reject> rejects,
    @JsonIgnore List<Sample> examples) {
  /** Maximum number of rejects kept. */
  public static final int MAX_REJECTS = 1000;

  public Inspection {
    imageTypes = Collections.unmodifiableSortedMap(new TreeMap<>(imageTypes));
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    rejects = List.copyOf(rejects);
    examples = List.copyOf(examples);
  }
}
