import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { type Books, openSpoiling, type Spoiling } from './spoiling.ts';

let spoiling: Spoiling;
let books: Books;

beforeAll(async () => {
  spoiling = await openSpoiling();
  books = await spoiling.makeBooks();
});
afterAll(() => spoiling.close());

const MOST = Number.MAX_SAFE_INTEGER;

/** The check that refuses the statement. */
async function checkThatRefuses(statement: string): Promise<string | undefined> {
  const error = await spoiling.corrupt(statement).catch((refusal: object) => refusal);
  expect(error).toMatchObject({ code: '23514' });
  return (error as { constraint?: string }).constraint;
}

describe('a run', () => {
  test.each([
    ['reserved_amount = -1'],
    ['provider_amount = -1'],
    ['list_amount = -1'],
    ['fee_amount = -1'],
    ['charged_amount = -1'],
    ['absorbed_amount = -1'],
    ['fee_basis_points = -1'],
    [`reserved_amount = ${MOST} + 1`],
    ['charged_amount = reserved_amount + 1'],
  ])('has no amount such as %s', async (change) => {
    const statement = `update run set ${change} where id = '${books.completed}'`;
    expect(await checkThatRefuses(statement)).toBe('run_amounts');
  });

  test.each([
    ['completed' as const, "state = 'lost'"],
    ['completed' as const, 'finished_at = null'],
    ['pending' as const, 'finished_at = now()'],
    ['failed' as const, 'error = null'],
    ['failed' as const, 'charged_amount = 1'],
  ])('that is %s never has %s', async (which, change) => {
    const statement = `update run set ${change} where id = '${books[which]}'`;
    expect(await checkThatRefuses(statement)).toBe('run_states');
  });

  test('has only the known steps in the queue', async () => {
    const statement = `update run_queue set step = 'retry' where run = '${books.pending}'`;
    expect(await checkThatRefuses(statement)).toBe('run_queue_steps');
  });
});

describe('an account', () => {
  test.each([
    ['available = -1'],
    ['held = -1'],
    ['spent = -1'],
    ['pending = -1'],
    [`available = ${MOST}, held = 1`],
  ])('never has %s', async (change) => {
    const statement = `update account set ${change} where id = '${books.wallet}'`;
    expect(await checkThatRefuses(statement)).toBe('account_amounts');
  });

  test('is a wallet or the credit of a key', async () => {
    const statement = `update account set kind = 'savings' where id = '${books.wallet}'`;
    expect(await checkThatRefuses(statement)).toBe('account_kinds');
  });
});

describe('an entry', () => {
  const insert = (kind: string, buckets: string, run: string | null, reference: string | null) => {
    const [debit, credit] = buckets.split(' ');
    const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
    return `insert into ledger_entry
      (workspace, account, kind, debit_bucket, credit_bucket, run, external_reference, amount)
      values ('${books.workspace}', '${books.wallet}', '${kind}', '${debit}', '${credit}', ${text(run)}, ${text(reference)}, 5)`;
  };

  test.each([
    ['bonus', 'external available'],
    ['top_up', 'external held'],
    ['release', 'available held'],
  ])('of the kind %s does not move money from and to %s', async (kind, buckets) => {
    const statement = insert(kind, buckets, null, 'a reference');
    // Of several checks that fail, PostgreSQL names the first one in alphabetical order.
    expect(await checkThatRefuses(statement)).toBe('ledger_entry_moves');
  });

  test.each([
    ['top_up', 'external available', 'with a run', newUuid(), null],
    ['top_up', 'external available', 'with both', newUuid(), 'a reference'],
    ['top_up', 'external available', 'with neither', null, null],
    ['storage', 'held storage', 'with a run', newUuid(), null],
    ['release', 'held available', 'with a reference', null, 'a reference'],
    ['hold', 'available held', 'with both', newUuid(), 'a reference'],
    ['hold', 'available held', 'with neither', null, null],
  ])('of the kind %s from and to %s is refused %s', async (kind, buckets, _, run, reference) => {
    const statement = insert(kind, buckets, run, reference);
    expect(await checkThatRefuses(statement)).toBe('ledger_entry_references');
  });

  test.each([[0], [MOST + 1]])('does not move %i', async (amount) => {
    const statement = insert('hold', 'available held', newUuid(), null);
    expect(await checkThatRefuses(statement.replace(/5\)$/, `${amount})`))).toBe(
      'ledger_entry_amount_check',
    );
  });
});
