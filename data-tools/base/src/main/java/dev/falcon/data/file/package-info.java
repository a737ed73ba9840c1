/**
 * Files, folders and JSON that are written atomically, and digests by which changes are noticed.
 */
package dev.falcon.data.file;
