/** The page on which people label audited pairs, and what serves it. */
package dev.falcon.mining.label.page;
