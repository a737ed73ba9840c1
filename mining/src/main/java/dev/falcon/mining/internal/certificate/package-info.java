/** Another library's products, and the error bound for certain decisions on them. */
package dev.falcon.mining.internal.certificate;
