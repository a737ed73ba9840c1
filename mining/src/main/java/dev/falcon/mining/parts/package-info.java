/** The unit of work of mining, for any scheduler, and plans as folders of parts. */
package dev.falcon.mining.parts;
