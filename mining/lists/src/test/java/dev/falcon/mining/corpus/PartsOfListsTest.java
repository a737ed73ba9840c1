// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.lists.ListColumns;
import dev.falcon.mining.lists.ListLayout;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search of three parts: in one run, by two tasks, and after a kill between its parts. */
class PartsOfListsTest {
  private static final int ROWS = 700;
  private static final int PART = 256;

  @TempDir Path folder;

  @BeforeEach
  void write() {
    TestStores.write(folder.resolve("store"), TestVectors.generate(ROWS, 16, 0, 8));
  }

  private static CorpusRequest request(Path folder, String candidates) {
    EmbeddingStore store = EmbeddingStore.open(folder.resolve("store"));
    return new CorpusRequest(
        new CorpusRequest.Sides(store, store, SearchDirection.TEXT_TEXT),
        new CorpusRequest.Known(Optional.empty(), Optional.empty(), Set.of()),
        new CorpusRequest.Search(
            OptionalInt.of(12),
            Optional.empty(),
            Optional.empty(),
            Optional.of(folder.resolve(candidates)),
            Optional.empty()),
        ListFilters.NONE,
        ListSelection.top(3),
        new Execution(2, 1L << 28),
        false);
  }

  private static ListLayout layout(Path folder, String name) {
    return new ListLayout(
        ListColumns.TRIPLET,
        folder.resolve(name),
        TableFormat.PARQUET,
        3,
        false,
        false,
        false,
        Optional.empty(),
        SearchDirection.TEXT_TEXT);
  }

  private static CorpusMiner inParts(Progress progress, Consumer<String> notes) {
    return new CorpusMiner(progress, notes).withParts(PART);
  }

  /** The summary of a run in one part, whose files are the ones to expect. */
  private CorpusSummary single() {
    return new CorpusMiner(Progress.NONE, note -> {})
        .mine(request(folder, "one-candidates.parquet"), layout(folder, "one.parquet"))
        .summary();
  }

  private void assertSame(String name, String candidates) throws IOException {
    assertThat(Files.readAllBytes(folder.resolve(name)))
        .isEqualTo(Files.readAllBytes(folder.resolve("one.parquet")));
    assertThat(Files.readAllBytes(folder.resolve(candidates)))
        .isEqualTo(Files.readAllBytes(folder.resolve("one-candidates.parquet")));
    assertThat(CorpusMiner.work(folder.resolve(name))).doesNotExist();
  }

  private List<String> parts(String name) throws IOException {
    try (var files = Files.list(CorpusMiner.work(folder.resolve(name)))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.matches("candidates-\\d+\\.parquet"))
          .sorted()
          .toList();
    }
  }

  @Test
  void threePartsGiveTheBytesOfOne() throws IOException {
    CorpusSummary one = single();

    CorpusResult three =
        inParts(Progress.NONE, note -> {})
            .mine(request(folder, "three-candidates.parquet"), layout(folder, "three.parquet"));

    assertThat(three.summary()).isEqualTo(one);
    assertSame("three.parquet", "three-candidates.parquet");
  }

  @Test
  void twoTasksGiveTheBytesOfOneRun() throws IOException {
    CorpusSummary one = single();
    CorpusRequest request = request(folder, "two-candidates.parquet");
    ListLayout layout = layout(folder, "two.parquet");
    CorpusMiner miner = inParts(Progress.NONE, note -> {});
    List<Integer> searched = new ArrayList<>();
    for (int task = 0; task < 2; task++) {
      searched.add(miner.mineShard(request, layout.file(), new Shard(task, 2)).mined());
    }
    assertThat(searched).containsExactly(2, 1);

    CorpusResult merged = miner.mine(request, layout);

    assertThat(merged.summary()).isEqualTo(one);
    assertSame("two.parquet", "two-candidates.parquet");
  }

  /** Does something once, when the first queries are searched. */
  private static Progress meanwhile(Runnable other) {
    AtomicLong calls = new AtomicLong();
    return (name, total, unit) ->
        new Progress.Task(
            units -> {
              if (name.equals("searching") && calls.getAndIncrement() == 0) {
                other.run();
              }
            },
            () -> {});
  }

  @Test
  void aTaskThatIsStartedTwiceWritesItsPartsTwice() throws IOException {
    CorpusSummary one = single();
    CorpusRequest request = request(folder, "twice-candidates.parquet");
    ListLayout layout = layout(folder, "twice.parquet");
    CorpusMiner second = inParts(Progress.NONE, note -> {});
    Progress beside =
        meanwhile(() -> second.mineShard(request, layout.file(), new Shard(0, 2)).mined());

    assertThat(
            inParts(beside, note -> {})
                .mineShard(request, layout.file(), new Shard(0, 2))
                .missing())
        .isEqualTo(1);
    assertThat(second.mine(request, layout).summary()).isEqualTo(one);
    assertSame("twice.parquet", "twice-candidates.parquet");
  }

  @Test
  void aTaskBesideAWholeRunSaysThatItsWorkIsGone() throws IOException {
    CorpusRequest request = request(folder, "whole-candidates.parquet");
    ListLayout layout = layout(folder, "whole.parquet");
    single();
    CorpusMiner second = inParts(Progress.NONE, note -> {});
    Progress beside = meanwhile(() -> second.mine(request, layout));
    CorpusMiner task = inParts(beside, note -> {});

    assertThatThrownBy(() -> task.mineShard(request, layout.file(), new Shard(0, 2)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("another process has completed the lists");
    assertSame("whole.parquet", "whole-candidates.parquet");
  }

  /** Mines until the first queries of the third part are searched, and then waits. */
  static final class Stopping {
    private Stopping() {}

    public static void main(String[] arguments) {
      Path folder = Path.of(arguments[0]);
      inParts(new AfterTwoParts(), note -> {})
          .mine(request(folder, "killed-candidates.parquet"), layout(folder, "killed.parquet"));
    }
  }

  private static final class AfterTwoParts implements Progress {
    @Override
    public Task begin(String name, long total, String unit) {
      AtomicLong done = new AtomicLong();
      return new Task(
          units -> {
            if (done.addAndGet(units) > 2 * PART && name.equals("searching")) {
              System.out.println("searched");
              await();
            }
          },
          () -> {});
    }

    private static void await() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void aRunThatIsKilledBetweenPartsResumesToTheSameBytes() throws Exception {
    CorpusSummary one = single();
    Process child = child(Stopping.class, folder.toString()).start();
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      List<String> lines = new ArrayList<>();
      for (String line = said.readLine(); !"searched".equals(line); line = said.readLine()) {
        assertThat(line).as("%s", lines).isNotNull();
        lines.add(line);
      }
      child.destroyForcibly();
      assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(folder.resolve("killed.parquet")).doesNotExist();
    assertThat(parts("killed.parquet"))
        .containsExactly("candidates-00000.parquet", "candidates-00001.parquet");
    List<String> notes = new ArrayList<>();

    CorpusResult resumed =
        inParts(Progress.NONE, notes::add)
            .mine(request(folder, "killed-candidates.parquet"), layout(folder, "killed.parquet"));

    assertThat(notes).contains("resuming: 2 of 3 parts are done");
    assertThat(resumed.summary()).isEqualTo(one);
    assertSame("killed.parquet", "killed-candidates.parquet");
  }

  /** Searches for a part in a process that has read the search from a file. */
  static final class Elsewhere {
    private Elsewhere() {}

    public static void main(String[] arguments) throws Exception {
      SharedSearch search;
      try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(Path.of("search")))) {
        search = (SharedSearch) in.readObject();
      }
      SharedSearch.Done done =
          search.search(
              Integer.parseInt(arguments[0]), Path.of(arguments[1]), new Execution(1, 1L << 28));
      search.closeIdle();
      try (ObjectOutputStream out =
          new ObjectOutputStream(Files.newOutputStream(Path.of("left-out")))) {
        out.writeObject(new TreeMap<>(done.leftOut()));
      }
    }
  }

  /** The class paths of the tests are absolute; those of the stores and the output are not here. */
  @Test
  void partsAreSearchedInProcessesOfOtherFoldersWherePathsAreRelative() throws Exception {
    CorpusSummary one = single();
    Path relative = Path.of("").toAbsolutePath().relativize(folder.toRealPath());
    assertThat(relative).isRelative();
    PartSearch elsewhere =
        (search, parts, attempts, done) -> {
          for (int part : parts) {
            Path table = attempts.toAbsolutePath().resolve(part + ".parquet");
            done.accept(new SharedSearch.Done(part, table, searched(search, part, table)));
          }
        };

    CorpusResult result =
        new CorpusMiner(Progress.NONE, note -> {})
            .withParts(ROWS) // in one process
            .searching(elsewhere)
            .mine(
                request(relative, "elsewhere-candidates.parquet"),
                layout(relative, "elsewhere.parquet"));

    assertThat(result.summary()).isEqualTo(one);
    assertSame("elsewhere.parquet", "elsewhere-candidates.parquet");
  }

  @SuppressWarnings("unchecked") // what the other process has written
  private Map<ExclusionReason, Long> searched(SharedSearch search, int part, Path table) {
    try {
      Path other = Files.createDirectories(folder.resolve("a/b/c"));
      Files.createDirectories(table.getParent());
      try (ObjectOutputStream out =
          new ObjectOutputStream(Files.newOutputStream(other.resolve("search")))) {
        out.writeObject(search);
      }
      ProcessBuilder builder = child(Elsewhere.class, "" + part, table.toString());
      Process process = builder.directory(other.toFile()).start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      assertThat(process.waitFor()).as(said).isZero();
      try (ObjectInputStream in =
          new ObjectInputStream(Files.newInputStream(other.resolve("left-out")))) {
        return (Map<ExclusionReason, Long>) in.readObject();
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static ProcessBuilder child(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Lines that a child runs count as covered.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-javaagent:"))
        .forEach(command::add);
    // Without the Vector API, which takes long to compile, the bytes are the same.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add(main.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    return builder.redirectErrorStream(true);
  }
}
