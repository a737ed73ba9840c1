// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.eval.compositional.suite.SuitePicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A suite's pictures as files in a folder. A path that leads out of the folder is refused. */
public final class SuiteFolder implements SampleSource {
  /** The number of files after which an interrupted run need not embed them again. */
  private static final int FILES_PER_SHARD = 256;

  private final Path root;
  private final PictureList pictures;
  private final List<String> names;

  /**
   * Creates the source.
   *
   * @throws RequestException if there is no such folder, or it has none of the pictures
   */
  public SuiteFolder(Path root, List<SuitePicture> pictures) {
    this.root = Folders.orZip(root).toAbsolutePath().normalize();
    this.pictures = new PictureList(pictures);
    this.names = this.pictures.names();
    if (names.stream().noneMatch(name -> file(name).isPresent())) {
      throw new RequestException(
          root
              + ": has none of the suite's images, such as "
              + names.get(0)
              + "; name the folder below which they lie");
    }
  }

  @Override
  public String name() {
    return root.toString();
  }

  @Override
  public String format() {
    return "folder";
  }

  @Override
  public int shards() {
    return (names.size() + FILES_PER_SHARD - 1) / FILES_PER_SHARD;
  }

  @Override
  public String shardName(int shard) {
    return root.getFileName() == null ? name() : root.getFileName().toString();
  }

  private List<String> names(int shard) {
    int from = shard * FILES_PER_SHARD;
    return names.subList(from, Math.min(from + FILES_PER_SHARD, names.size()));
  }

  /** Returns the files of a shard that exist, by their paths in the folder. */
  @Override
  public List<Provenance.Input> inputs(int shard) {
    return names(shard).stream()
        .flatMap(name -> file(name).map(file -> Provenance.Input.of(name, file)).stream())
        .toList();
  }

  @Override
  public List<Provenance.Input> inputs() {
    return IntStream.range(0, shards()).mapToObj(this::inputs).flatMap(List::stream).toList();
  }

  private Optional<Path> file(String name) {
    return Folders.below(root, name);
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    Iterator<String> left = names(shard).iterator();
    Deque<Sample> ofFile = new ArrayDeque<>();
    return new LookaheadReader() {
      @Override
      protected Optional<Sample> advance() {
        while (ofFile.isEmpty() && left.hasNext()) {
          String name = left.next();
          Optional<Path> file = file(name);
          if (file.isPresent()) {
            ofFile.addAll(pictures.of(shardName(shard), name, bytes(file.get()), rejects));
          } else {
            rejects.accept(
                new Reject(shardName(shard), name, "there is no such file in the folder"));
          }
        }
        return Optional.ofNullable(ofFile.poll());
      }

      @Override
      public void close() {
        ofFile.clear();
      }
    };
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
