/** Requests and results of an audit: rates, judges and their errors, findings. */
package dev.falcon.mining.audit.request;
