/** From a folder to the checked shards of a store. */
package dev.falcon.data.store.internal.opening;
