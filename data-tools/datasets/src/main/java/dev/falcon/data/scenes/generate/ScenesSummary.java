// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.Provenance;
import dev.falcon.data.scenes.MatchStatistics;
import dev.falcon.data.scenes.Split;

/**
 * The summary of a generated dataset.
 *
 * @param split the split
 * @param images the number of images
 * @param captions the number of captions
 * @param shards number of its files
 * @param truePairs number of matching pairs of an image and a caption, including own pairs; null
 *     without truth
 * @param matches number of other images of which captions are true; null without truth
 * @param questions number of questions with answers; null for none
 * @param statements number of statements with their pairs; null for none
 * @param provenance how the dataset was made
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
