/** What no other module may touch: spelling of results, caches, runners of tasks. */
package dev.falcon.eval.internal;
