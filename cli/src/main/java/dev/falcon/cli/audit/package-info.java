/** falcon audit-fn. */
package dev.falcon.cli.audit;
