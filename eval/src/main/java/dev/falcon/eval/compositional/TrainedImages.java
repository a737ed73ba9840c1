package dev.falcon.eval.compositional;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.TextFiles;
import dev.falcon.data.sample.SampleSource;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The images on which a model was trained, by their names without folders, extension and COCO's
 * prefix, so that {@code COCO_train2014_000000222235.jpg} is {@code 000000222235}.
 *
 * @param names the names
 * @param inputs the files from which they were read, for the provenance
 */
public record TrainedImages(Set<String> names, List<Provenance.Input> inputs) {
  public TrainedImages {
    names = Set.copyOf(names);
    inputs = List.copyOf(inputs);
  }

  /** Reads a list of names, one per line. */
  public static TrainedImages ofList(Path file) {
    Set<String> names = new HashSet<>();
    try {
      TextFiles.lines(file).stream()
          .filter(line -> !line.isBlank())
          .forEach(line -> names.add(name(line.strip())));
    } catch (CharacterCodingException e) {
      throw new FalconException(file + ": is no text in UTF-8", e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    return new TrainedImages(names, List.of(Provenance.Input.of(InputRole.TRAINING, file)));
  }

  /** Returns the images of a dataset, by their keys and image ids. */
  public static TrainedImages of(SampleSource data) {
    Set<String> names = new HashSet<>();
    data.forEach(
        sample -> {
          names.add(name(sample.key()));
          names.add(name(sample.imageIdOrKey()));
        },
        reject -> {});
    return new TrainedImages(names, Provenance.Input.as(InputRole.TRAINING, data.inputs()));
  }

  private static String name(String path) {
    return path.replaceFirst(".*/", "")
        .replaceFirst("\\.[A-Za-z]{3,4}$", "")
        .replaceFirst("^COCO_(train|val|test)20[0-9]{2}_", "");
  }

  /** Returns whether a picture is among them. */
  boolean has(String picture) {
    return names.contains(name(picture));
  }
}
