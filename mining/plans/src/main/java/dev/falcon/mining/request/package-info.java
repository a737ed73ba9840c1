/** Requests and results of mining. */
package dev.falcon.mining.request;
