/** What an audit found: rates, judges and their errors, findings. */
package dev.falcon.mining.audit.result;
