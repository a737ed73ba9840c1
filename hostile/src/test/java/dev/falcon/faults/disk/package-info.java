/**
 * A disk that fails on request: the whole program runs on a file system that lets one operation
 * fail, each in its turn.
 */
package dev.falcon.faults.disk;
