/** The page on which people label audited pairs, and its server. */
package dev.falcon.mining.label.page;
