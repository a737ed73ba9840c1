/**
 * Samples in, tables out: dataset readers, the generated world Scenes, the embedding store, and
 * what every artefact shares (provenance, seeded streams, outputs that appear whole). No model is
 * known here.
 */
package dev.falcon.data;
