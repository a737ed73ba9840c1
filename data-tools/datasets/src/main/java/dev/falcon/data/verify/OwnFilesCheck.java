// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Folders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Compares an output's own files with their recorded digests: a table and the files written beside
 * it, the shards of a store or of data, the parts of a plan.
 */
record OwnFilesCheck(RecordedOutput of, InputSearch search) {
  List<FileFinding> findings() {
    List<Supplier<FileFinding>> checks = new ArrayList<>();
    Optional<Provenance.Input> one = of.isBeside() ? Optional.empty() : of.entry();
    if (one.isPresent()) {
      return List.of(search.check(folder(), one.get()));
    }
    JsonNode content = of.content();
    for (JsonNode file : content.path("files")) {
      boolean first = checks.isEmpty();
      checks.add(() -> listed(file, first));
    }
    if (!content.path("sha256").asText().isEmpty() && Folders.isFile(of.output())) {
      checks.add(() -> part(of.output(), content.path("sha256").asText()));
    }
    for (JsonNode part : content.path("parts")) {
      Path file = of.output().resolve(part.path("file").asText());
      checks.add(() -> part(file, part.path("sha256").asText()));
    }
    for (JsonNode shard : content.path("shards")) {
      if (shard.hasNonNull("sha256")) {
        Path file = of.output().resolve(shard.path("name").asText());
        checks.add(() -> part(file, shard.path("sha256").asText()));
      }
      for (JsonNode file : shard.path("files")) {
        checks.add(() -> search.check(of.output(), RecordedOutput.recorded(file)));
      }
    }
    return checks.parallelStream().map(Supplier::get).toList();
  }

  private Path folder() {
    return of.record().toAbsolutePath().getParent();
  }

  /**
   * Compares a listed file with its record. The first file listed in a sidecar is the output
   * itself, which may have another name now.
   */
  private FileFinding listed(JsonNode file, boolean first) {
    Provenance.Input recorded = RecordedOutput.recorded(file);
    if (first && Folders.isFile(of.output()) && !of.output().equals(of.record())) {
      recorded =
          new Provenance.Input(
              of.output().getFileName().toString(), recorded.bytes(), recorded.sha256());
    }
    return search.check(folder(), recorded);
  }

  private static FileFinding part(Path file, String sha256) {
    String name = file.getFileName().toString();
    if (!Folders.isFile(file)) {
      return FileFinding.differs(new Provenance.Input(name, -1, sha256), List.of());
    }
    Provenance.Input is = Provenance.Input.of(name, file);
    return is.sha256().equals(sha256)
        ? FileFinding.holds(is, Optional.of(file.toString()))
        : FileFinding.differs(new Provenance.Input(name, -1, sha256), List.of(file.toString()));
  }
}
