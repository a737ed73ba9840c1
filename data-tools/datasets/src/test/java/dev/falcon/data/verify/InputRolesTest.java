// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The roles of inputs in records of this release, of release 0.1, and of later ones. */
class InputRolesTest {
  private static final String SHA = "0".repeat(64);

  @TempDir private Path folder;

  private RecordedOutput record(String command, String options, String... inputs)
      throws IOException {
    Path plan = Files.writeString(folder.resolve("plan.csv"), "epoch\n");
    Files.writeString(
        folder.resolve("plan.csv.json"),
        """
        {"kind": "falcon_batch_plan", "provenance": {"falcon_version": "0.1.0", "commit": "abc",
         "command": "%s", "seed": 1, "options": {%s}, "inputs": [%s]}}
        """
            .formatted(command, options, String.join(", ", inputs)));
    return RecordedOutput.open(plan);
  }

  private static String input(String name) {
    return "{\"name\": \"%s\", \"bytes\": 1, \"sha256\": \"%s\"}".formatted(name, SHA);
  }

  private static List<Optional<InputRole>> roles(RecordedOutput recorded) {
    return recorded.provenance().inputs().stream().map(Provenance.Input::role).toList();
  }

  @Test
  void aPlanOfRelease01HasRolesByTheOrderOfItsInputs() throws IOException {
    RecordedOutput scheduled =
        record(
            "mine",
            "\"search-space\": 96, \"quantiles\": \"scheduler\"",
            input("img_emb/0.npy"),
            input("metadata/0.parquet"),
            input("scheduler.onnx"),
            input("veto.jsonl"));
    assertThat(roles(scheduled))
        .containsExactly(
            Optional.of(InputRole.STORE),
            Optional.of(InputRole.STORE),
            Optional.of(InputRole.SCHEDULER),
            Optional.of(InputRole.VETO));
    RecordedOutput fixed =
        record(
            "mine",
            "\"search-space\": 96, \"quantiles\": \"0.9\"",
            input("store.json"),
            input("veto.jsonl"));
    assertThat(roles(fixed))
        .containsExactly(Optional.of(InputRole.STORE), Optional.of(InputRole.VETO));
  }

  @Test
  void anotherOutputOfRelease01IsReadWithoutRoles() throws IOException {
    RecordedOutput audit = record("audit-fn", "\"max-pairs\": 9", input("data.jsonl"));
    assertThat(roles(audit)).containsExactly(Optional.empty());
    Verification found =
        Verification.of(audit, new InputSearch(List.of(folder), List.of(), List.of()));
    assertThatThrownBy(() -> new FoundInputs(audit.provenance(), found))
        .isInstanceOf(RequestException.class)
        .hasMessage("the provenance does not name the role of its input data.jsonl");
  }

  @Test
  void anUnknownRoleIsRefused() {
    assertThatThrownBy(
            () ->
                record(
                    "audit-fn",
                    "",
                    input("data.jsonl").replace("{\"name\"", "{\"role\": \"oracle\", \"name\"")))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("plan.csv.json")
        .hasMessageContaining("must be one of data, queries, ")
        .hasMessageContaining("'oracle'");
  }

  @Test
  void aRequestOfThisReleaseNamesEveryRole() {
    Provenance.Input input = new Provenance.Input("a", 1, SHA);
    assertThatThrownBy(() -> Provenance.of("mine", 0, Map.of(), List.of(input)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("mine: the input a has no role");
    Provenance named = Provenance.of("mine", 0, Map.of(), List.of(input.as(InputRole.STORE)));
    assertThat(named.inputs().get(0).as(InputRole.VETO).role()).contains(InputRole.STORE);
    assertThat(named.inputs().get(0).isSameFile(input)).isTrue();
  }
}
