// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.Thumbnail;
import dev.falcon.data.report.PagePictures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The pictures of a dataset's samples as thumbnails, with the sample's key as text alternative.
 *
 * @param data the samples
 */
public record SampleThumbnails(SampleSource data) implements PagePictures {
  @Override
  public Map<String, List<String>> of(Set<String> keys, int side) {
    Thumbnail thumbnail = new Thumbnail(new ImageDecoder(), side);
    Map<String, List<String>> pictures = new HashMap<>();
    SampleImages.allByKey(data, keys)
        .forEach(
            (key, images) ->
                pictures.put(
                    key,
                    images.stream().map(image -> thumbnail.of(Optional.of(image), key)).toList()));
    return pictures;
  }
}
