// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import java.util.Map;

/**
 * The result of preparing a folder of photographs; written last, as {@code photographs.json}.
 *
 * @param options the options of the request
 * @param train the training dataset
 * @param trainTruth the folder of its true pairs
 * @param held the held-out dataset
 * @param heldTruth the folder of its true pairs
 * @param labelled a table of all photographs available for training, for the supervised warm start
 * @param vocabulary a {@code vocab.txt} in BERT's format with all words of the captions
 * @param classes number of classes
 * @param photographs number of photographs in {@code labelled}
 * @param trainMatches mean number of other photographs of which a training caption is true
 * @param heldMatches the same mean for held-out captions
 */
public record ImageFoldersResult(
    Map<String, String> options,
    String train,
    String trainTruth,
    String held,
    String heldTruth,
    String labelled,
    String vocabulary,
    int classes,
    int photographs,
    double trainMatches,
    double heldMatches) {}
