/**
 * Files, folders and JSON that appear whole, and the lock that keeps two runs out of one folder.
 */
package dev.falcon.data.file;
