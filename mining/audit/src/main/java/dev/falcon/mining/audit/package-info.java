/** False negatives: pairs drawn from plans or stores, judged, and counted. */
package dev.falcon.mining.audit;
