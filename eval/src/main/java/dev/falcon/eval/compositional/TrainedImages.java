// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.TextFiles;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.eval.compositional.internal.PictureList;
import dev.falcon.eval.compositional.suite.SuitePicture;
import dev.falcon.eval.internal.vectors.ImageNames;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The images on which a model was trained, by their names without folders, extension and COCO's
 * prefix, so that {@code COCO_train2014_000000222235.jpg} is {@code 000000222235}, and by the
 * digests of their files, so that a copy under another name is found.
 *
 * @param names the names
 * @param hashes the SHA-256 digests of the images' files; empty if only names are known
 * @param inputs the files from which they were read, for the provenance
 */
public record TrainedImages(Set<String> names, Set<String> hashes, List<Provenance.Input> inputs) {
  public TrainedImages {
    hashes = Set.copyOf(hashes);
    names = Set.copyOf(names);
    inputs = List.copyOf(inputs);
  }

  /** Reads a list of names, one per line. */
  public static TrainedImages ofList(Path file) {
    Set<String> names = new HashSet<>();
    try {
      TextFiles.lines(file).stream()
          .filter(line -> !line.isBlank())
          .forEach(line -> names.add(ImageNames.plain(line.strip())));
    } catch (CharacterCodingException e) {
      throw new FalconException(file + ": is no text in UTF-8", e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    return new TrainedImages(
        names, Set.of(), List.of(Provenance.Input.of(InputRole.TRAINING, file)));
  }

  /** Returns the images of a store, by their keys and image ids. */
  public static TrainedImages of(EmbeddingStore store) {
    Set<String> names = new HashSet<>();
    for (long row = 0; row < store.rows(); row++) {
      names.add(ImageNames.plain(store.key(row)));
      store.imageId(row).ifPresent(id -> names.add(ImageNames.plain(id)));
    }
    return new TrainedImages(
        names, Set.of(), Provenance.Input.as(InputRole.TRAINING, store.inputs()));
  }

  /** Returns the images of a dataset, by their keys, image ids and files. */
  public static TrainedImages of(SampleSource data) {
    Set<String> names = new HashSet<>();
    Set<String> hashes = new HashSet<>();
    data.forEach(
        sample -> {
          names.add(ImageNames.plain(sample.key()));
          names.add(ImageNames.plain(sample.imageIdOrKey()));
          sample.image().ifPresent(file -> hashes.add(Sha256.of(file)));
        },
        reject -> {});
    return new TrainedImages(names, hashes, Provenance.Input.as(InputRole.TRAINING, data.inputs()));
  }

  /**
   * Returns the numbers of a suite's pictures that are among them. Files are compared unless their
   * names are, and pictures that are cut to a box only by their names.
   *
   * @param source the pictures; empty if no file is read
   */
  Set<Integer> among(List<SuitePicture> pictures, Optional<SampleSource> source) {
    Set<Integer> seen = new HashSet<>();
    for (int picture = 0; picture < pictures.size(); picture++) {
      if (names.contains(ImageNames.plain(pictures.get(picture).name()))) {
        seen.add(picture);
      }
    }
    if (!hashes.isEmpty() && seen.size() < pictures.size()) {
      source.ifPresent(
          files ->
              files.forEach(
                  sample -> {
                    if (hashes.contains(Sha256.of(sample.image().orElseThrow()))) {
                      seen.add(PictureList.number(sample.key()));
                    }
                  },
                  reject -> {}));
    }
    return seen;
  }
}
