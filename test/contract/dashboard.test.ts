/** The dashboard's contract agrees with the code, with the developer's, and with itself. */
import { describe, expect, test } from 'vitest';
import { SCOPES } from '../../server/keys/principal.ts';
import { KINDS } from '../../server/kinds.ts';
import { ROLES } from '../../server/people/person.ts';
import { newId } from '../../server/platform/lib/ids.ts';
import { feeOf } from '../../server/platform/lib/money.ts';
import { EVENTS, type RunState } from '../../server/runs/states.ts';
import { dashboard, developer, isNode, type Node, strings } from './document.ts';

const { at, examplesOf, operation, operations } = dashboard;

describe('what both documents have', () => {
  /** Refusals have codes and members of their own. */
  const OWN = ['Problem', 'ProblemCode'];
  const theirs = developer.at('components', 'schemas');
  const shared = Object.keys(at('components', 'schemas')).filter((name) => name in theirs);

  test('is what a run, a model and the limits are', () => {
    expect(shared).toEqual(expect.arrayContaining(['ModelRun', 'Model', 'ModelRunLimits', ...OWN]));
  });

  test.each(shared.filter((name) => !OWN.includes(name)))('%s is the same in both', (name) => {
    expect(at('components', 'schemas', name)).toEqual(theirs[name]);
  });

  test('is no operation and no path', () => {
    const names = developer.operations().map(({ name }) => name);
    expect(operations().filter(({ name }) => names.includes(name))).toEqual([]);
    expect(Object.keys(at('paths')).every((path) => path.startsWith('/v1/dashboard/'))).toBe(true);
  });
});

test.each(['Entry', 'WebhookDelivery'])(
  'the run of %s is one of every kind that there is, and nothing else',
  (schema) => {
    const { pattern, maxLength } = at('components', 'schemas', schema, 'properties', 'runId');
    const ids = KINDS.map(({ idPrefix }) => newId(idPrefix));
    for (const id of ids) expect(id).toMatch(new RegExp(String(pattern)));
    expect(Math.max(...ids.map(({ length }) => length))).toBe(maxLength);
    expect(newId('key')).not.toMatch(new RegExp(String(pattern)));
  },
);

describe('roles and scopes', () => {
  const values = (name: string) => strings(at('components', 'schemas', name).enum);

  test('are those of the code', () => {
    expect(values('Role').sort()).toEqual([...ROLES].sort());
    expect(values('RoleInput').sort()).toEqual([...ROLES].sort());
    expect(values('ScopeInput').sort()).toEqual([...SCOPES].sort());
  });

  test('that can be selected are those that the developer API asks for', () => {
    const required = developer
      .operations()
      .flatMap(({ node }) => (Array.isArray(node.security) ? node.security : []))
      .flatMap((requirement: Node) => Object.values(requirement).flat());
    expect(values('ScopeInput').sort()).toEqual([...new Set(required)].sort());
  });

  test('of the catalog are all that can be selected, and no category is without one', () => {
    const [catalog] = examplesOf(operation('getCatalog'), '200');
    const categories = listOf(catalog?.value.categories);
    const offered = categories.flatMap(({ scopes }) => {
      const names = listOf(scopes).map(({ name }) => name);
      expect(names.length).toBeGreaterThan(0);
      return names;
    });
    expect(offered.sort()).toEqual(values('ScopeInput').sort());
  });
});

describe('the examples', () => {
  const runs = examplesOf(operation('getRun'), '200');

  test.each(runs)(
    '$name goes through states in an order that there is',
    ({ value: { history, run } }) => {
      const states = listOf(history).map(({ state }) => state as RunState);
      for (const [index, state] of states.slice(1).entries()) {
        const from = states[index] as RunState;
        const ways = Object.values<{ from: readonly RunState[]; to: RunState }>(EVENTS);
        expect(ways.some((way) => way.to === state && way.from.includes(from))).toBe(true);
      }
      expect(states.at(-1)).toBe(isNode(run) && run.state);
      const moments = listOf(history).map(({ at: moment }) => String(moment));
      expect(moments).toEqual([...moments].sort());
    },
  );

  test.each(runs)('$name has entries that add up to its receipt', ({ value: { entries, run } }) => {
    const sum = (kind: string) =>
      listOf(entries)
        .filter((entry) => entry.kind === kind)
        .reduce((total, { amount }) => total + Number(amount), 0);
    const receipt = run as { reservedAmount: number; chargedAmount?: number; feeAmount?: number };
    expect(sum('hold')).toBe(receipt.reservedAmount);
    if (receipt.chargedAmount === undefined) return;
    expect(sum('capture') + sum('fee')).toBe(receipt.chargedAmount);
    expect(sum('fee')).toBe(receipt.feeAmount);
    expect(sum('release')).toBe(receipt.reservedAmount - receipt.chargedAmount);
  });

  test.each(examplesOf(operation('getUsage'), '200'))(
    '$name has totals that its buckets add up to',
    ({ value }) => {
      const members = ['runs', 'promptTokens', 'completionTokens', 'chargedAmount', 'feeAmount'];
      for (const total of listOf(value.totals)) {
        const buckets = listOf(value.buckets).filter(({ group }) => group === total.group);
        for (const member of members) {
          const sum = buckets.reduce((all, bucket) => all + Number(bucket[member]), 0);
          expect({ [member]: sum }).toEqual({ [member]: total[member] });
        }
        expect(total.feeAmount).toBe(feeOf(Number(total.providerAmount), 500));
        expect(total.runs).toBe(
          Number(total.completed) + Number(total.failed) + Number(total.pending),
        );
      }
    },
  );

  test('show a secret that opens nothing, whose ends are those of its key', () => {
    for (const [name, status] of [
      ['createKey', '201'],
      ['rotateKey', '201'],
    ] as const) {
      const [shown] = examplesOf(operation(name), status);
      const { secret = '', key = {} } = (shown?.value ?? {}) as { secret?: string; key?: Node };
      expect(secret.startsWith(String(key.prefix)) && secret.endsWith(String(key.last4))).toBe(
        true,
      );
      expect(secret).toContain('OpensNothing');
    }
  });
});

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

test('a key that the document asks for never expires before it is asked for', () => {
  const bodies = operations().flatMap(({ node }) => examplesOf(node));
  const dates = bodies.flatMap(({ value }) => (value.expiresAt ? [String(value.expiresAt)] : []));
  expect(dates.length).toBeGreaterThan(0);
  for (const date of dates) expect(Date.parse(date)).toBeGreaterThan(Date.UTC(2099, 0));
});
