/**
 * Upgrades behind HAProxy during sales, to the next version and back, and a schema change behind a reader that takes a
 * minute. Plays `rolling` and `reader`, or those named, and prints the figures.
 */
import { playChecks } from '../support/play-checks.ts';

await playChecks('test/upgrade/*.check.ts');
