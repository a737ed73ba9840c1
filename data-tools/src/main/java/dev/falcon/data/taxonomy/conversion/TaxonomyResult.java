package dev.falcon.data.taxonomy.conversion;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.falcon.data.conversion.Conversion;
import java.util.List;

/**
 * What was made of labelled images.
 *
 * @param conversion the dataset
 * @param classes how many classes the images have
 * @param withoutImages classes of the table that nothing is below and no image has
 * @param withoutParent classes of images that nothing is above: their captions cannot be general
 * @param truePairs how many pairs of an image and a caption match, own pairs included
 * @param meanMatches how many other images a caption is true of, in the mean
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
