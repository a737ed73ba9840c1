package dev.falcon.data.inspection;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.Sample;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a dataset is.
 *
 * @param name what was opened
 * @param format its layout
 * @param shards how many shards it has
 * @param complete whether all samples were looked at; if not, the counts are of those that were
 * @param samples how many samples can be read
 * @param images how many of them have an image
 * @param captions how many captions they have together
 * @param samplesWithoutCaption how many have none
 * @param labels how many have a label
 * @param distinctImageIds how many images there are by image id, or by key where there is none
 * @param repeatedKeys how many samples have the key of an earlier one
 * @param meanCaptionCharacters the mean length of a caption in Unicode characters; 0 without any
 * @param longestCaptionCharacters the length of the longest
 * @param imageBytes the encoded images' length together
 * @param imageTypes how many images there are of each type, by what their first bytes say
 * @param fields how many samples have each metadata field or raw member; members begin with a dot
 * @param rejected how many rows cannot be read or have an image that cannot be decoded
 * @param rejects the first of them
 * @param examples the first samples
 */
public record Inspection(
    String name,
    String format,
    int shards,
    boolean complete,
    long samples,
    long images,
    long captions,
    long samplesWithoutCaption,
    long labels,
    long distinctImageIds,
    long repeatedKeys,
    double meanCaptionCharacters,
    int longestCaptionCharacters,
    long imageBytes,
    SortedMap<String, Long> imageTypes,
    SortedMap<String, Long> fields,
    long rejected,
    List<Reject> rejects,
    @JsonIgnore List<Sample> examples) {
  /** How many rejects are kept. */
  public static final int MAX_REJECTS = 1000;

  public Inspection {
    imageTypes = Collections.unmodifiableSortedMap(new TreeMap<>(imageTypes));
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    rejects = List.copyOf(rejects);
    examples = List.copyOf(examples);
  }
}
