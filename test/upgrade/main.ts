/**
 * Upgrades behind HAProxy while runs are sold, on to the next version and back, and a change of the schema behind a
 * reader that takes a minute. Plays `rolling` and `reader`, or what is named, and prints the figures.
 */
import { playChecks } from '../support/play-checks.ts';

await playChecks('test/upgrade/*.check.ts');
