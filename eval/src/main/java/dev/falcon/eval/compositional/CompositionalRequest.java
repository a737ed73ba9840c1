// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import dev.falcon.data.sample.SampleSource;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to evaluate a model on a suite.
 *
 * @param suite the items
 * @param description the user's own file that describes the suite, if there is one
 * @param imageRoot the folder of the pictures
 * @param images a dataset with the pictures, by the keys of its samples, in place of a folder
 * @param trainedOn the images on which the model was trained, whose items are reported apart
 * @param options the options with which suite and data are read, by the flags' names
 * @param order what scores a pair
 * @param clipBenchmark whether to write CLIP_benchmark's files as well
 * @param outputDir the folder of the results; empty to write nothing
 * @param overwrite whether an older result may be replaced
 */
public record CompositionalRequest(
    CompositionalSuite suite,
    Optional<Path> description,
    Path imageRoot,
    Optional<SampleSource> images,
    Optional<TrainedImages> trainedOn,
    Map<String, Object> options,
    ScoredBy order,
    boolean clipBenchmark,
    Optional<Path> outputDir,
    boolean overwrite) {
  public CompositionalRequest {
    options = Map.copyOf(options);
  }

  /** Returns the files and folders that are read. */
  List<Path> inputs() {
    List<Path> all = new ArrayList<>(suite.files().values());
    description.ifPresent(all::add);
    images.ifPresentOrElse(data -> all.addAll(data.files()), () -> all.add(imageRoot));
    return all;
  }
}
