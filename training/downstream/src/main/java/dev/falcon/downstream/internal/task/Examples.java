// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.downstream.config.FinetuneConfig.FilesConfig;
import dev.falcon.downstream.internal.task.TaskProvider.TaskMaterials;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Examples with their image files.
 *
 * @param kind the kind of the examples
 * @param all the usable examples
 * @param pictures the image files that they name
 * @param rejects the unusable examples, with reasons
 */
public record Examples<E>(
    ExampleKind<E> kind, List<E> all, PictureFolder pictures, List<Reject> rejects) {

  /**
   * Options for reading image files.
   *
   * @param workers the number of decoding threads
   * @param stop polled between windows
   */
  public record Reading(int workers, Progress progress, BooleanSupplier stop) {
    /** Returns the options of a run. */
    public static Reading of(TaskMaterials materials) {
      return new Reading(
          materials.config().data().workerThreads(), materials.progress(), materials.stop());
    }

    private <E> PictureFolder pictures(ExampleKind<E> kind, List<E> examples, FilesConfig files) {
      List<String> names = examples.stream().flatMap(one -> kind.images(one).stream()).toList();
      return PictureFolder.open(Path.of(files.imageRoot()), names, workers, progress, stop);
    }
  }

  /**
   * Returns examples to train on; unusable ones are rejected.
   *
   * @param files the files of the examples
   * @throws RequestException if none is usable
   */
  static <E> Examples<E> toTrain(
      ExampleKind<E> kind, List<E> examples, FilesConfig files, Reading reading) {
    PictureFolder pictures = reading.pictures(kind, examples, files);
    List<E> used = new ArrayList<>();
    List<Reject> rejects = new ArrayList<>();
    String source = String.join(", ", files.files());
    for (E example : examples) {
      Optional<String> fault = kind.unpredicted(example).or(() -> fault(kind, example, pictures));
      if (fault.isEmpty()) {
        used.add(example);
      } else {
        rejects.add(new Reject(source, kind.id(example), fault.get()));
      }
    }
    if (used.isEmpty()) {
      throw new RequestException(
          "data.train: "
              + source
              + ": no "
              + kind.noun()
              + " can be used; the first reason of "
              + rejects.size()
              + ": "
              + rejects.get(0).key()
              + ": "
              + rejects.get(0).reason());
    }
    return new Examples<>(kind, used, pictures, rejects);
  }

  /**
   * Returns examples to evaluate, all of which must be usable.
   *
   * @throws FalconException if one of them is unusable
   */
  static <E> Examples<E> toJudge(
      ExampleKind<E> kind, List<E> examples, FilesConfig files, Reading reading) {
    PictureFolder pictures = reading.pictures(kind, examples, files);
    for (E example : examples) {
      Optional<String> fault = fault(kind, example, pictures);
      if (fault.isPresent()) {
        throw new FalconException(
            files.files().get(0)
                + ": "
                + kind.noun()
                + " "
                + kind.id(example)
                + ": "
                + fault.get()
                + "; an evaluation needs all");
      }
    }
    return new Examples<>(kind, examples, pictures, List.of());
  }

  private static <E> Optional<String> fault(
      ExampleKind<E> kind, E example, PictureFolder pictures) {
    return kind.fault(example)
        .or(
            () ->
                kind.images(example).stream()
                    .flatMap(name -> pictures.fault(name).stream())
                    .findFirst());
  }

  /** Returns the image files of all examples, example after example. */
  List<String> images() {
    return all.stream().flatMap(example -> kind.images(example).stream()).toList();
  }

  /** Updates a digest with everything that determines what is learned. */
  void digest(MessageDigest digest) {
    for (E example : all) {
      StringBuilder line = new StringBuilder(kind.id(example) + '\t' + kind.content(example));
      kind.images(example)
          .forEach(image -> line.append('\t').append(pictures.checksums().get(image)));
      digest.update(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }
  }
}
