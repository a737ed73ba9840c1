// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.table.TableFormat;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A request to convert labelled images.
 *
 * @param conversion the labelled images, and the output
 * @param table the taxonomy; see {@link Taxonomy#read}
 * @param rules the rules for drawing captions
 * @param truth the format of the list of all true pairs; empty for no list
 */
public record TaxonomyRequest(
    ConversionRequest conversion, Path table, CaptionRules rules, Optional<TableFormat> truth) {
  /** Returns a copy that writes into another folder. */
  TaxonomyRequest into(Path folder) {
    return new TaxonomyRequest(conversion.into(folder), table, rules, truth);
  }
}
