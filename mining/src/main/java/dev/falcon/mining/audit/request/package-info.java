/** What is asked of an audit. */
package dev.falcon.mining.audit.request;
