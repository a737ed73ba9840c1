// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.Provenance;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.List;

/** A dataset whose shards are files. */
public abstract class FileShards implements SampleSource {
  private final String name;
  private final List<Path> files;
  private List<Provenance.Input> inputs;

  public FileShards(String name, List<Path> files) {
    this.name = name;
    this.files = List.copyOf(files);
  }

  public final Path file(int shard) {
    return files.get(shard);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final int shards() {
    return files.size();
  }

  @Override
  public final String shardName(int shard) {
    return file(shard).getFileName().toString();
  }

  @Override
  public final List<Path> files() {
    return files;
  }

  @Override
  public final synchronized List<Provenance.Input> inputs() {
    if (inputs == null) {
      inputs = files.stream().map(Provenance.Input::of).toList();
    }
    return inputs;
  }

  @Override
  public final List<Provenance.Input> inputs(int shard) {
    return List.of(Provenance.Input.of(file(shard)));
  }
}
