// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.corpus.internal.CandidateTable;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.OnnxRuntime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The provenance of a search of a corpus, of its work folder, and of the lists made from it. */
final class ListProvenance {
  private static final String COMMAND = "mine";
  private static final String DEVICE = "device";

  private ListProvenance() {}

  /** Returns whether the lists with this provenance were chosen from the given search. */
  static boolean isOf(Provenance lists, Provenance search) {
    return lists.falconVersion().equals(search.falconVersion())
        && lists.commit().equals(search.commit())
        && lists.inputs().containsAll(search.inputs())
        && search.options().entrySet().stream()
            .allMatch(
                option ->
                    Json.line(option.getValue())
                        .equals(Json.line(lists.options().get(option.getKey()))));
  }

  /** Returns the provenance of a search: the options that change its result. */
  static Provenance search(CorpusRequest request) {
    Map<String, Object> options = new TreeMap<>();
    Set<String> excluded = new TreeSet<>();
    for (Exclusion exclusion : request.known().exclusions()) {
      excluded.add(exclusion.label());
    }
    options.put("direction", request.sides().direction().label());
    options.put("exclude", excluded);
    options.put("positives", request.known().positives().isPresent());
    options.put("veto", request.known().veto().isPresent());
    request.search().recall().ifPresent(recall -> options.put("recall", recall));
    request
        .search()
        .depth()
        .ifPresentOrElse(
            depth -> options.put("depth", depth),
            () -> {
              if (request.search().from().isEmpty()) {
                request.filters().describe(options);
                request.withholding().describe(options);
                options.put("nearest", request.selection().window(Integer.MAX_VALUE));
              }
            });
    List<Provenance.Input> inputs = new ArrayList<>();
    add(inputs, InputRole.STORE, request.sides().queries());
    if (!request.sides().oneStore()) {
      add(inputs, InputRole.CORPUS, request.sides().corpus());
    }
    add(inputs, InputRole.POSITIVES, request.known().positives());
    add(inputs, InputRole.VETO, request.known().veto());
    return Provenance.of(COMMAND, request.selection().seed(), options, inputs);
  }

  /**
   * Returns the provenance of the work folder: that of the search and, if a model judges, that
   * model, whose scores are also kept there.
   */
  static Provenance worked(CorpusRequest request, Provenance search) {
    if (request.search().judging().filter(Judging::isModel).isEmpty()) {
      return search;
    }
    List<Provenance.Input> inputs = new ArrayList<>(search.inputs());
    inputs.addAll(request.search().judging().orElseThrow().judge().inputs());
    add(inputs, InputRole.CANDIDATES, request.search().from());
    return OnnxRuntime.recorded(
        Provenance.of(COMMAND, request.selection().seed(), search.options(), inputs));
  }

  private static void add(List<Provenance.Input> inputs, InputRole role, EmbeddingStore store) {
    inputs.addAll(Provenance.Input.as(role, store.inputs()));
  }

  private static void add(List<Provenance.Input> inputs, InputRole role, Optional<Path> file) {
    file.map(path -> Provenance.Input.of(role, path)).ifPresent(inputs::add);
  }

  /**
   * Returns the provenance of lists: that of the search, and all options that choose lists from its
   * candidates.
   */
  static Provenance lists(CorpusRequest request, Provenance search, ListOutput output) {
    Map<String, Object> options = new TreeMap<>(search.options());
    request.filters().describe(options);
    request.selection().describe(options);
    request.withholding().describe(options);
    // It changes no row, but it changes the measured false negatives in the sidecar.
    request.withholding().queries().ifPresent(count -> options.put("withhold", count));
    request.batching().ifPresent(batching -> batching.describe(options));
    options.putAll(output.options());
    List<Provenance.Input> inputs = new ArrayList<>(search.inputs());
    request
        .search()
        .judging()
        .ifPresent(
            judging -> {
              options.put("judge-for", judging.names());
              inputs.addAll(judging.judge().inputs());
            });
    request.search().witness().ifPresent(witness -> options.put("witness", witness.part()));
    add(inputs, InputRole.CANDIDATES, request.search().from());
    Provenance provenance = Provenance.of(COMMAND, request.selection().seed(), options, inputs);
    return request.search().judging().filter(Judging::isModel).isPresent()
        ? OnnxRuntime.recorded(provenance)
        : provenance;
  }

  /**
   * Returns the provenance of lists as it is recorded: with the device of a judge, which may change
   * the last bits of its scores. It is no part of the request, since an interrupted run may resume
   * on another device.
   */
  static Provenance recorded(Provenance lists, Optional<Device> judge) {
    Map<String, Object> options = new TreeMap<>(lists.options());
    judge.ifPresent(device -> options.put(DEVICE, device.toString()));
    return lists.withOptions(options);
  }

  /** Returns whether recorded lists are those of a request, on any device. */
  static boolean isOfRequest(Provenance recorded, Provenance lists) {
    Map<String, Object> options = new TreeMap<>(recorded.options());
    options.remove(DEVICE);
    return Json.line(recorded.withOptions(options)).equals(Json.line(lists));
  }

  /** Refuses candidates of other stores, or with other positives, vetoes or exclusions. */
  static void requireSameSearch(Path candidates, Provenance search) {
    JsonNode earlier = CandidateTable.provenance(candidates);
    if (!Json.line(earlier.path("inputs")).equals(Json.line(search.inputs()))) {
      throw new RequestException(
          candidates + ": was made from other stores, positives or vetoes than those named here");
    }
    for (String option : List.of("direction", "exclude")) {
      JsonNode own = Json.mapper().valueToTree(search.options().get(option));
      if (!earlier.path("options").path(option).equals(own)) {
        throw new RequestException(
            "%s: was searched with %s=%s; %s=%s"
                .formatted(candidates, option, earlier.path("options").path(option), option, own));
      }
    }
  }
}
