/**
 * Failovers of a real cluster: Debian's PostgreSQL 15 under Patroni and etcd, behind HAProxy, with processes of the
 * service that sell all the while. Plays `lossless` and `lossy`, or those named, and prints the figures. Not part of
 * the quick gate, because the length of an election varies.
 */
import { playChecks } from '../support/play-checks.ts';

await playChecks('test/failover/*.check.ts');
