// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.falcon.data.conversion.Conversion;
import java.util.List;

/**
 * The result of converting labelled images.
 *
 * @param conversion the dataset
 * @param classes the number of different classes of the images
 * @param withoutImages the classes in the table that have neither children nor images
 * @param withoutParent the images' classes without a parent, whose captions cannot be more general
 * @param truePairs number of matching pairs of an image and a caption, including own pairs
 * @param meanMatches mean number of other images of which a caption is true
 * @param listed whether the true pairs are listed in a file
 */
public record TaxonomyResult(
    @JsonUnwrapped Conversion conversion,
    int classes,
    List<String> withoutImages,
    List<String> withoutParent,
    long truePairs,
    double meanMatches,
    boolean listed) {}
