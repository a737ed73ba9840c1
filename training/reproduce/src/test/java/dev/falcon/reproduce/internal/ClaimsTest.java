// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.reproduce.internal.Evidence.Roles;
import dev.falcon.reproduce.model.Claim;
import dev.falcon.reproduce.model.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules, held against runs whose results are known. */
class ClaimsTest {
  private static final List<Double> FLAT = List.of(0.5, 0.5, 0.5);
  private static final List<Double> RISING = List.of(8.0, 12.0, 18.0);
  private static final List<Double> FALLING = List.of(3.0, 2.0, 1.0);

  /** Every role is played by a variant of its own name. */
  private static List<Claim> claims(MadeUpRuns runs) {
    Map<String, String> roles =
        Arrays.stream(Role.values()).collect(Collectors.toMap(Role::key, Role::key));
    return Claims.of(new Roles("uniform", roles, runs.results("uniform", "uniform")));
  }

  private static Claim.Finding first(List<Claim> claims, int number) {
    return claims.get(number - 1).findings().get(0);
  }

  /** All as the paper has it. */
  private static MadeUpRuns paper() {
    return new MadeUpRuns()
        .add("uniform", 3, 60, 90, FLAT, FLAT)
        .add("least", 3, 20, 80, FLAT, FALLING)
        .add("median", 3, 61, 91, FLAT, FALLING)
        .add("hardening", 3, 62, 91, FLAT, FLAT)
        .add("softening", 3, 62, 91, FLAT, FLAT)
        .add("grit", 3, 65, 85, FLAT, RISING)
        .add("grit-wide", 3, 55, 80, FLAT, RISING)
        .add("falcon", 3, 68, 95, List.of(0.9, 0.7, 0.5), FLAT)
        .add("falcon-wide", 3, 69, 95, FLAT, FLAT)
        .add("falcon-noise", 3, 60, 90, FLAT, FLAT)
        .add("learner", 3, 68, 95, List.of(0.9, 0.7, 0.5), FLAT)
        .add("learner-noise", 3, 60, 90, FLAT, FLAT)
        .add("learner-batch", 3, 63, 90, FLAT, FLAT)
        .add("learner-itc-itm", 3, 62, 90, FLAT, FLAT)
        .add("learner-itc-itm-mlm", 3, 62, 90, FLAT, FLAT);
  }

  private static List<Claim.Verdict> verdicts(List<Claim> claims) {
    return claims.stream()
        .flatMap(claim -> claim.findings().stream())
        .map(Claim.Finding::verdict)
        .toList();
  }

  @Test
  void allAppearsWhereAllIsAsThePaperHasIt() {
    List<Claim> claims = claims(paper());
    assertThat(claims).extracting(Claim::number).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(verdicts(claims)).hasSize(16).containsOnly(Claim.Verdict.APPEARED);
  }

  @Test
  void nothingAppearsWhereAllVariantsAreAlike() {
    MadeUpRuns runs = new MadeUpRuns().add("uniform", 3, 60, 90, FLAT, FLAT);
    for (Role role : Role.values()) {
      runs.add(role.key(), 3, 60, 90, FLAT, FLAT);
    }
    assertThat(verdicts(claims(runs))).containsOnly(Claim.Verdict.DID_NOT_APPEAR);
  }

  @Test
  void aFallIsNoEvidenceWhereNoiseFallsToo() {
    List<Double> falling = List.of(0.9, 0.7, 0.5);
    MadeUpRuns runs = paper().add("falcon-noise", 3, 60, 90, falling, FLAT);
    Claim.Finding finding = first(claims(runs), 4);
    assertThat(finding.verdict()).isEqualTo(Claim.Verdict.DID_NOT_APPEAR);
    assertThat(finding.figures()).extracting(Claim.Figure::name).contains("change of q");
    assertThat(finding.figures().get(1).mean()).isCloseTo(-0.4, offset(1e-9));
  }

  @Test
  void aFallWithoutTheControlOfNoiseIsNotTestable() {
    MadeUpRuns runs =
        new MadeUpRuns()
            .add("uniform", 3, 60, 90, FLAT, FLAT)
            .add("falcon", 3, 68, 95, List.of(0.9, 0.7, 0.5), FLAT);
    Claim.Finding finding = first(claims(runs), 4);
    assertThat(finding.verdict()).isEqualTo(Claim.Verdict.NOT_TESTABLE);
    assertThat(finding.lacking()).contains("no variant plays falcon-noise");
    assertThat(finding.figures()).isNotEmpty();
  }

  @Test
  void twoSeedsAreTooFewAndAreNamed() {
    MadeUpRuns runs = paper().add("least", 2, 20, 80, FLAT, FALLING);
    Claim.Finding finding = first(claims(runs), 1);
    assertThat(finding.verdict()).isEqualTo(Claim.Verdict.NOT_TESTABLE);
    assertThat(finding.lacking()).containsExactly("least has 2 of 3 seeds");
    assertThat(finding.figures().get(0).n()).isEqualTo(2);
  }

  @Test
  void runsThatDivergedDoNotCount() {
    MadeUpRuns runs = paper().addUnfinished("grit", "diverged", "step 0: loss is NaN");
    assertThat(first(claims(runs), 2).lacking()).contains("grit has 0 of 3 seeds");
    assertThat(first(claims(runs), 7).verdict()).isEqualTo(Claim.Verdict.NOT_TESTABLE);
  }

  @Test
  void matchingsVerdictIsItsOwn() {
    List<Claim> claims = claims(paper().add("grit-wide", 3, 75, 80, FLAT, RISING));
    assertThat(first(claims, 2).verdict()).isEqualTo(Claim.Verdict.DID_NOT_APPEAR);
    assertThat(claims.get(1).findings())
        .extracting(Claim.Finding::reading)
        .containsExactly("by contrast", "re-ranked by matching");
  }

  @Test
  void figuresAreTheMeansOfDifferencesBySeed() {
    Function<String, Double> mean =
        name ->
            first(claims(paper()), 6).figures().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow()
                .mean();
    assertThat(mean.apply("R@1, learner less learner-batch")).isBetween(4.5, 5.5);
  }
}
