/**
 * Files, folders and JSON that are written atomically, the lock that prevents two runs from writing
 * into one folder, and the division of work among tasks.
 */
package dev.falcon.data.file;
