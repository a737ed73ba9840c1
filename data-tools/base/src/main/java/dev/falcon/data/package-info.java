/**
 * Samples in, tables out: dataset readers, the generated world Scenes, the embedding store, and the
 * common parts of every artefact (provenance, seeded streams, atomic outputs). This module knows no
 * models.
 */
package dev.falcon.data;
