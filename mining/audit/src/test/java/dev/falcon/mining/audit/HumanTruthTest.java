// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Human verdicts on real pictures: every sentence is judged against all pictures of its group. */
class HumanTruthTest {
  private static final Path DATA =
      Path.of(System.getProperty("falcon.testdata", "absent"), "nlvr-dev");
  private static final int RESAMPLES = 2_000;

  @TempDir private Path folder;

  @Test
  void theIntervalIsThatOfABootstrapOfWholeSentences() throws IOException {
    assumeTrue(Files.isDirectory(DATA), "NLVR's development set is not there");
    Path truth = DATA.resolve("truth.jsonl");
    SampleSource data = SampleSources.open(DATA.resolve("nlvr-dev.tar").toString());
    AuditRequest request =
        new AuditRequest(
            AuditRequest.Data.of(data),
            new AuditTarget.Pairs(truth),
            AuditRequest.Evidence.of(List.of(), Optional.of(truth)),
            AuditOptions.defaults(),
            folder,
            false,
            false);

    AuditResult result = new Auditor(Sessions.onCpu(), Progress.NONE).audit(request).result();

    Rate rate = result.rates().get(0).rate();
    Interval bootstrap = bootstrap(data, truth);
    assertThat(rate.share()).isCloseTo(1_928 / 3_436.0, within(1e-12));
    assertThat(rate.interval().low()).isCloseTo(bootstrap.low(), within(0.004));
    assertThat(rate.interval().high()).isCloseTo(bootstrap.high(), within(0.004));
    assertThat(rate.interval().halfWidth())
        .isGreaterThan(1.3 * Interval.wilson(rate.share(), (double) rate.judged()).halfWidth());
  }

  private static Interval bootstrap(SampleSource data, Path truth) throws IOException {
    Map<String, String> sentence = new HashMap<>();
    List<Sample> samples = new ArrayList<>();
    data.forEach(samples::add, reject -> {});
    samples.forEach(sample -> sentence.put(sample.key(), sample.captions().get(0)));
    Map<String, int[]> bySentence = new HashMap<>(); // matches and pairs
    for (String line : Files.readAllLines(truth)) {
      JsonNode pair = Json.mapper().readTree(line);
      String text = pair.get("text_key").asText();
      if (!text.equals(pair.get("image_key").asText())) {
        int[] counts = bySentence.computeIfAbsent(sentence.get(text), key -> new int[2]);
        counts[0] += pair.get("match").asBoolean() ? 1 : 0;
        counts[1]++;
      }
    }
    List<int[]> groups = List.copyOf(bySentence.values());
    RandomStream random = RandomStream.of(1, "sentences");
    double[] shares = new double[RESAMPLES];
    for (int trial = 0; trial < RESAMPLES; trial++) {
      double matches = 0;
      double pairs = 0;
      for (int i = 0; i < groups.size(); i++) {
        int[] drawn = groups.get(random.nextInt(groups.size()));
        matches += drawn[0];
        pairs += drawn[1];
      }
      shares[trial] = matches / pairs;
    }
    return Interval.ofSamples(shares);
  }
}
