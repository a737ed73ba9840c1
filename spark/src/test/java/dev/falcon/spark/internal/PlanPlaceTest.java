// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.mining.plan.PartResult;
import dev.falcon.mining.plan.PlanRequest;
import dev.falcon.spark.internal.PlanPlace.PartAttempt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the driver does with attempts, however they come. */
class PlanPlaceTest {
  private static final byte[] TABLE = "a part".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;
  private PlanPlace place;

  @BeforeEach
  void begin() {
    place = new PlanPlace(folder.toString(), new Storage(new Configuration()));
  }

  private void finish(PlanRequest request) {
    place.finish(request, List.of(), tables -> tables.stream().map(place::sha256).toList());
  }

  private static PlanRequest request(int parts, String commit) {
    Provenance provenance = Provenance.of("mine", 1, Map.of("output-format", "parquet"), List.of());
    return new PlanRequest(
        "batch_plan",
        1,
        parts,
        100,
        0,
        1,
        new Provenance(
            provenance.falconVersion(),
            commit,
            provenance.command(),
            provenance.seed(),
            provenance.options(),
            provenance.inputs()));
  }

  private PartAttempt attempt(int number, int part, boolean vectorised) throws IOException {
    String table = request(2, "abc").table(part);
    Path file = Path.of(place.attempt(table, number));
    Files.createDirectories(file.getParent());
    Files.write(file, TABLE);
    return new PartAttempt(
        part,
        file.toString(),
        50,
        TABLE.length,
        Sha256.of(TABLE),
        new byte[0],
        vectorised,
        "executor");
  }

  /** The scheduler may have had a slow task done twice: the first to end wins. */
  @Test
  void ofTwoAttemptsAtAPartOneIsKept() throws IOException {
    PlanRequest request = request(2, "abc");
    place.begin(request, false);
    PartAttempt slow = attempt(7, 0, true);
    place.commit(request, attempt(8, 0, true));
    assertThat(place.missing(request)).containsExactly(1);
    assertThat(folder.resolve("part-00000.parquet")).hasBinaryContent(TABLE);
    assertThat(Path.of(slow.file())).exists();
    place.commit(request, slow); // had both been reported, nothing would be lost
    assertThat(folder.resolve("part-00000.parquet")).hasBinaryContent(TABLE);
    assertThat(place.missing(request)).containsExactly(1);
  }

  @Test
  void reportsMissingForeignAndCutPartsInOneLine() throws IOException {
    PlanRequest request = request(1, "abc");
    place.begin(request, false);
    String result = folder + "/" + PlanRequest.result(0);
    assertThatThrownBy(() -> finish(request))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(result + ": cannot be read");
    place.commit(request, attempt(1, 0, true));
    Path table = folder.resolve("part-00000.parquet");
    Files.write(table, new byte[2]);
    assertThatThrownBy(() -> finish(request))
        .hasMessage(
            table + ": has 2 bytes and was written with 6; remove it, and mine part 0 again");
    byte[] flipped = TABLE.clone();
    flipped[3] ^= 1;
    Files.write(table, flipped);
    assertThatThrownBy(() -> finish(request))
        .hasMessage(table + ": is not as it was written; remove it, and mine part 0 again");
    PartResult own = Json.read(Path.of(result), PartResult.class);
    Json.write(
        Path.of(result),
        new PartResult(
            request(1, "other").digest(), 0, own.file(), 50, 6, own.sha256(), own.summary()));
    assertThatThrownBy(() -> finish(request))
        .hasMessage(result + ": belongs to another request; remove it, and mine the part again");
    assertThat(folder.resolve("plan.json")).doesNotExist();
  }

  @Test
  void refusesToResumePartsOfAnotherRelease() {
    place.begin(request(2, "abc"), false);
    assertThatThrownBy(() -> place.begin(request(2, "def"), false))
        .hasMessageStartingWith(folder + ": holds parts of another request: of Falcon ")
        .hasMessageContaining("(abc), and this is ")
        .hasMessageContaining("(def)");
  }

  @Test
  void reportsExecutorsWithoutTheVectorModuleOnce() throws IOException {
    PlanRequest request = request(2, "abc");
    place.begin(request, false);
    Set<String> slow = new ConcurrentSkipListSet<>();
    List<String> notes = new ArrayList<>();
    AtomicLong done = new AtomicLong();
    EpochJob.Commit commit =
        new EpochJob.Commit(
            place, request, slow, notes::add, new Progress.Task(done::addAndGet, () -> {}));
    commit.apply(0, attempt(1, 0, false));
    commit.apply(1, attempt(2, 1, false));
    assertThat(notes)
        .containsExactly(
            "executor executor has no vector module, and mines several times slower; give"
                + " spark.executor.extraJavaOptions=--add-modules=jdk.incubator.vector");
    assertThat(place.missing(request)).isEmpty();
    assertThat(done).hasValue(100);
  }
}
