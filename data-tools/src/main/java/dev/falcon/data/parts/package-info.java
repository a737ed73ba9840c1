/** Work that several tasks share: which units are whose, and which tasks have some left to do. */
package dev.falcon.data.parts;
