/** What is asked of mining, and what has come of it. */
package dev.falcon.mining.request;
