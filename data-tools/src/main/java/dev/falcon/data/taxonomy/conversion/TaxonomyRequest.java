package dev.falcon.data.taxonomy.conversion;

import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.taxonomy.Taxonomy;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What to make of labelled images.
 *
 * @param conversion the labelled images, and how the dataset is written
 * @param table the taxonomy; see {@link Taxonomy#read}
 * @param rules how captions are drawn
 * @param truth the format in which all true pairs are listed; empty for no list
 */
public record TaxonomyRequest(
    ConversionRequest conversion, Path table, CaptionRules rules, Optional<TableFormat> truth) {}
