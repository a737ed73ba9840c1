// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.report;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.report.Page;
import dev.falcon.mining.audit.internal.count.Judged;
import dev.falcon.mining.audit.request.AuditCautions;
import dev.falcon.mining.audit.request.AuditFigures;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.audit.request.Stratum;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The audit as one page: the findings, the methods, a gallery of pairs and all numbers. */
public final class AuditPage {
  private AuditPage() {}

  /** Writes the page. */
  public static void write(Path file, AuditResult result, Judged judged, AuditRequest request) {
    Page page = new Page("False negatives in " + audited(request, judged));
    page.lead(AuditFigures.sentence(result));
    AuditCautions.of(result).forEach(line -> page.caution("Warning: " + line + "."));
    FindingsPart findings = new FindingsPart(page, result);
    findings.chart();
    page.facts(facts(result, judged, request));
    findings.byQuantile();
    new JudgesPart(page, result).write();
    GalleryPart.write(page, judged, request);
    new RatesPart(page, result).write();
    AtomicFile.write(file, page.end("seed " + result.provenance().seed()));
  }

  private static String audited(AuditRequest request, Judged judged) {
    AuditTarget target = request.target();
    if (target instanceof AuditTarget.Plan plan) {
      return name(plan.file());
    }
    if (target instanceof AuditTarget.Pairs pairs) {
      return name(pairs.file());
    }
    return judged.items().shortName();
  }

  private static String name(Path path) {
    Path name = path.toAbsolutePath().normalize().getFileName();
    return name == null ? path.toString() : name.toString();
  }

  private static Map<String, String> facts(
      AuditResult result, Judged judged, AuditRequest request) {
    Map<String, String> facts = new LinkedHashMap<>();
    AuditTarget target = request.target();
    if (target instanceof AuditTarget.Plan plan) {
      facts.put("plan", name(plan.file()));
    } else if (target instanceof AuditTarget.Pairs pairs) {
      facts.put("list of pairs", name(pairs.file()));
    } else if (target instanceof AuditTarget.Quantiles grid) {
      facts.put("search space", String.format(Locale.ROOT, "%,d", grid.searchSpace()));
    }
    facts.put("data", judged.items().shortName());
    request.data().store().ifPresent(store -> facts.put("store", name(store.folder())));
    facts.put(
        "judges",
        judged.judges().stream()
            .map(judge -> judge.name() + " (" + judge.scores().label().replace('_', ' ') + ")")
            .collect(Collectors.joining(", ")));
    request.evidence().calibration().ifPresent(file -> facts.put("calibrated on", name(file)));
    facts.put(
        "truth known of",
        String.format(
            Locale.ROOT,
            "%,d of %,d pairs",
            result.truthKnown(),
            result.strata().stream()
                .filter(stratum -> stratum.kind().audited())
                .mapToLong(Stratum::drawn)
                .sum()));
    facts.put("samples rejected", String.format(Locale.ROOT, "%,d", result.rejected()));
    facts.put("seed", Long.toString(result.provenance().seed()));
    return facts;
  }
}
