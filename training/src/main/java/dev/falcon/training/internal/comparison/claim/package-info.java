/** The paper's claims, held against the runs. */
package dev.falcon.training.internal.comparison.claim;
