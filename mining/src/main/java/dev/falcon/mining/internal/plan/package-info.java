/** A plan while it is written: its tables, its parts and what they sum up to. */
package dev.falcon.mining.internal.plan;
