package dev.falcon.data.photographs;

import java.util.Map;

/**
 * What was made of a folder of photographs; written last, as {@code photographs.json}.
 *
 * @param options what it was made with
 * @param train the dataset that is trained on
 * @param trainTruth the folder of its true pairs
 * @param held the dataset of the evaluation
 * @param heldTruth the folder of its true pairs
 * @param labelled a table of all photographs that may be trained on, to learn to see with
 * @param vocabulary BERT's kind of {@code vocab.txt} with all words that captions may have
 * @param classes how many classes there are
 * @param photographs how many photographs {@code labelled} has
 * @param trainMatches of how many other photographs a training caption is true, in the mean
 * @param heldMatches the same of the evaluation
 */
public record PhotographsResult(
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
