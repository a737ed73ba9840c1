package dev.falcon.data.taxonomy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.falcon.data.conversion.Conversion;
import java.util.List;

/**
 * The result of converting labelled images.
 *
 * @param conversion the dataset
 * @param classes number of the images' classes
 * @param withoutImages classes of the table without children and without images
 * @param withoutParent classes of images without a parent: their captions cannot be general
 * @param truePairs number of matching pairs of an image and a caption, including own pairs
 * @param meanMatches mean number of other images of which a caption is true
 * @param listed whether they are listed
 */
public record TaxonomyResult(
    @JsonUnwrapped Conversion conversion,
    int classes,
    List<String> withoutImages,
    List<String> withoutParent,
    long truePairs,
    double meanMatches,
    boolean listed) {}
