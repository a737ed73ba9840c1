// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.internal.source.TarReader.TarMember;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Groups a tar's members into samples. Holds the members of at most two samples, each within the
 * size limit of a file.
 */
final class WebDatasetReader extends LookaheadReader {
  private static final String GZIP_SUFFIX = ".gz";

  /** The members of one key so far; a group with a problem becomes no sample. */
  private static final class Group {
    private final String key;
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private long bytes;
    private String problem;

    private Group(String key) {
      this.key = key;
    }

    private void fail(String reason) {
      if (problem == null) {
        problem = reason;
        files.clear();
      }
    }
  }

  private final String shard;
  private final TarReader tar;
  private final SampleFiles sampleFiles;
  private final long maxFileBytes;
  private final Expansion expansion;
  private final Consumer<Reject> rejects;

  /** The group in progress; null before the first. */
  private Optional<Group> open = Optional.empty();

  private boolean ended;

  WebDatasetReader(Path file, SourceOptions options, Consumer<Reject> rejects) {
    this.shard = file.getFileName().toString();
    this.sampleFiles = new SampleFiles(options);
    this.maxFileBytes = options.maxFileBytes();
    this.rejects = rejects;
    this.expansion = new Expansion(sizeOf(file));
    this.tar = new TarReader(Compression.open(file, expansion));
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  protected Optional<Sample> advance() {
    while (!ended) {
      Optional<Sample> sample = readMember().flatMap(this::sample);
      if (sample.isPresent()) {
        return sample;
      }
    }
    return Optional.empty();
  }

  /** Adds the next member to its group; returns the group that ended before it, if any. */
  private Optional<Group> readMember() {
    Optional<TarMember> member;
    try {
      member = tar.next();
    } catch (BrokenTarException e) {
      Optional<Group> last = e.isBetweenMembers() ? open : Optional.empty();
      end(e, last.isEmpty() && open.isPresent() ? open.get().key : "");
      return last;
    }
    if (member.isEmpty()) {
      ended = true;
      return open;
    }
    Optional<MemberName> found = nameOf(member.get());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    MemberName name = found.get();
    Optional<Group> finished = Optional.empty();
    if (open.isEmpty() || !open.get().key.equals(name.key())) {
      finished = open;
      open = Optional.of(new Group(name.key()));
    }
    try {
      addTo(open.get(), name.suffix(), member.get());
    } catch (BrokenTarException e) {
      end(e, open.get().key);
    }
    return finished;
  }

  private Optional<MemberName> nameOf(TarMember member) {
    if (!member.regular()) {
      return Optional.empty();
    }
    if (MemberName.leadsOutside(member.name())) {
      reject(member.name(), "the member's name leads out of the dataset's folder");
      return Optional.empty();
    }
    if (member.name().indexOf('\uFFFD') >= 0) {
      reject(member.name(), "the member's name is not valid UTF-8");
      return Optional.empty();
    }
    return MemberName.of(member.name());
  }

  private void addTo(Group group, String suffix, TarMember member) throws BrokenTarException {
    if (group.problem != null) {
      return;
    }
    if (member.size() > maxFileBytes - group.bytes) {
      String whose =
          group.bytes == 0 ? "the member ." + suffix + " has " : "its members have together ";
      group.fail(
          whose
              + (group.bytes + member.size())
              + " bytes, more than the "
              + maxFileBytes
              + " allowed");
      return;
    }
    byte[] content = tar.content();
    String plainSuffix = suffix;
    if (suffix.endsWith(GZIP_SUFFIX)) {
      plainSuffix = suffix.substring(0, suffix.length() - GZIP_SUFFIX.length());
      try {
        content = Compression.gunzip(content, maxFileBytes - group.bytes, expansion);
      } catch (BrokenRowException e) {
        group.fail("the member ." + suffix + " " + e.getMessage());
        return;
      }
    }
    group.bytes += content.length;
    if (group.files.putIfAbsent(plainSuffix, content) != null) {
      group.fail("the member ." + plainSuffix + " occurs twice");
    }
  }

  private Optional<Sample> sample(Group group) {
    if (group.problem != null) {
      reject(group.key, group.problem);
      return Optional.empty();
    }
    try {
      return Optional.of(sampleFiles.sample(group.key, group.files));
    } catch (BrokenRowException e) {
      reject(group.key, e.getMessage());
      return Optional.empty();
    } catch (RuntimeException e) {
      // Whatever its members contain: one sample is lost, not the run.
      reject(group.key, "the sample cannot be read: " + e);
      return Optional.empty();
    }
  }

  private void end(BrokenTarException broken, String key) {
    ended = true;
    reject(key, broken.getMessage());
  }

  private void reject(String key, String reason) {
    rejects.accept(new Reject(shard, key, reason));
  }

  @Override
  public void close() {
    FileReads.close(shard, tar);
  }
}
