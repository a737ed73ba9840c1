/** Shards in Falcon's own layout, Arrow IPC files. */
package dev.falcon.data.store.internal.arrow;
