package dev.falcon.data.scenes.generate;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.Provenance;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.scenes.truth.MatchStatistics;

/**
 * What was generated.
 *
 * @param split the split
 * @param images the number of images
 * @param captions the number of captions
 * @param shards the number of files that hold them
 * @param truePairs how many pairs of an image and a caption match, own pairs included; null where
 *     no truth was asked for
 * @param matches how many other images captions are true of; null where no truth was asked for
 * @param questions how many questions with answers; null where none were asked for
 * @param statements how many statements with their pairs; null where none were asked for
 * @param provenance where the dataset comes from
 */
public record ScenesSummary(
    Split split,
    int images,
    int captions,
    int shards,
    Long truePairs,
    MatchStatistics matches,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer questions,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer statements,
    Provenance provenance) {}
