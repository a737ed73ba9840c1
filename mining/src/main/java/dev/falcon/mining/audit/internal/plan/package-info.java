/** A batch plan as an audit reads it. */
package dev.falcon.mining.audit.internal.plan;
