import { expect, it } from 'vitest';
import { exitCodeOf, lineOf, type Outcome } from './report.ts';

const GO: Outcome = { name: 'go', proven: 'reads' };
const RUST: Outcome = { name: 'rust', missing: ['cargo', 'java'] };
const JAVA: Outcome = { name: 'java', fault: 'read nothing' };

it('lists what was proven, what failed, and which toolchain is missing', () => {
  expect([GO, RUST, JAVA].map(lineOf)).toEqual([
    'ok       go: reads',
    'not run  rust: this machine has no cargo, no java',
    'failed   java: read nothing',
  ]);
});

it.each<[Outcome[], boolean, number]>([
  [[GO], false, 0],
  [[GO, RUST], false, 1],
  [[GO, RUST], true, 0],
  [[GO, JAVA], true, 1],
  [[RUST], true, 1],
  [[], true, 1],
])('of %j, with missing ones allowed: %j, ends with %i', (outcomes, allowMissing, code) => {
  expect(exitCodeOf(outcomes, { allowMissing })).toBe(code);
});
