// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.report;

import dev.falcon.data.report.Page;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.sample.SampleImages;
import dev.falcon.mining.audit.internal.count.Judged;
import dev.falcon.mining.audit.request.AuditRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A gallery of pairs for every model, or for the store's cosine if there is no other judge. */
final class GalleryPart {
  private GalleryPart() {}

  static void write(Page page, Judged judged, AuditRequest request) {
    Map<String, PairGallery> galleries = new LinkedHashMap<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      boolean model = judge < request.evidence().models().size();
      if (model || judged.judges().size() == 1) {
        galleries.put(judged.judges().get(judge).name(), new PairGallery(judged, judge));
      }
    }
    Set<PairSide.Picture> pictures =
        galleries.values().stream().flatMap(PairGallery::pictures).collect(Collectors.toSet());
    Map<PairSide.Picture, byte[]> images = SampleImages.of(request.data().samples(), pictures);
    galleries.forEach(
        (judge, gallery) -> {
          page.section("Pairs to look at: " + judge);
          gallery.write(page, images);
        });
  }
}
