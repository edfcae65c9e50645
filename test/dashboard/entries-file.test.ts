/** Entries as a file: all that match the filters, however many, and no more work than the reader takes. */
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf, request, runOf } from '../support/service.ts';
import { API, type BodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

type Entry = BodyOf<'listEntries'>['data'][number];

const MANY = 150_000;

let dashboard: Dashboard;
let customer: Customer;
let crowded: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  crowded = await dashboard.customer();
  await credit(crowded, MANY);
});
afterAll(() => dashboard.close());

/** Credits of one unit each, as the ledger writes them. */
async function credit({ tenant: { workspace } }: Customer, count: number): Promise<void> {
  const { db } = dashboard.service.database;
  await db.query(
    `with entries as (
       insert into ledger_entry (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
       select workspace, id, 'top_up', 'external', 'available', 1, 'small payment ' || number
       from account, generate_series(1, $2::int) number where workspace = $1
     )
     update account set available = available + $2 where workspace = $1`,
    [workspace, count],
  );
}

const fileOf = ({ owner, path }: Customer, query = '', method = 'GET') =>
  owner.send({ method, path: `${path}/wallet/entries.csv${query}` });

/** The lines after the column names. No cell of these has a separator in it. */
async function linesOf(at: Customer, query = ''): Promise<string[][]> {
  const { status, text } = await fileOf(at, query);
  expect(status, text).toBe(200);
  const lines = text.split('\r\n');
  // Reading it as text has removed the byte order mark.
  expect(lines.shift()).toBe(COLUMNS);
  expect(lines.pop()).toBe('');
  return lines.map((line) => line.split(','));
}

const COLUMNS = 'id,at,kind,direction,account,amount,currency,units,run,key,reference';

test('the file is the list, with exact decimals and integers, and a name of its day', async () => {
  const { tenant, owner, path } = customer;
  await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  await tenant.newKey({ credit: 9_000 });
  const { headers } = await fileOf(customer);
  const url = `${dashboard.service.url}${API}${path}/wallet/entries.csv`;
  const bytes = await (await fetch(url, { headers: { Cookie: owner.cookie } })).bytes();
  expect([...bytes.subarray(0, 5)]).toEqual([0xef, 0xbb, 0xbf, ...Buffer.from('id')]);
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="entries-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(headers.get('content-type')).toBe('text/csv');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const { data } = await owner.get<BodyOf<'listEntries'>>(`${path}/wallet/entries?limit=100`);
  expect(await linesOf(customer)).toEqual(data.map(cellsOf));
});

function cellsOf(entry: Entry): string[] {
  const { id, createdAt, kind, direction, account, amount, runId, keyId, reference } = entry;
  const digits = String(amount).padStart(10, '0');
  const decimal = `${digits.slice(0, -9)}.${digits.slice(-9)}`;
  return [
    ...[id, createdAt, kind, direction, account, decimal, 'USD', String(amount)],
    ...[runId ?? '', keyId ?? '', reference ?? ''],
  ];
}

test('every entry of a long history is in it once, newest first', async () => {
  const lines = await linesOf(crowded);
  expect(lines).toHaveLength(MANY + 1);
  const ids = lines.map(([id]) => Number(id));
  expect(ids.every((id, i) => i === 0 || id < ids[i - 1]!)).toBe(true);
  const sum = lines.reduce((total, cells) => total + Number(cells[7]), 0);
  const wallet = await crowded.owner.get<BodyOf<'getWallet'>>(`${crowded.path}/wallet`);
  expect(sum).toBe(wallet.availableAmount);
});

test('filters narrow the file as they narrow the list, to the names of the columns alone', async () => {
  const { data } = await customer.owner.get<BodyOf<'listEntries'>>(
    `${customer.path}/wallet/entries?kind=capture`,
  );
  const [{ keyId, runId }] = data as [Entry];
  for (const query of ['?kind=capture', `?keyId=${keyId}&kind=capture`]) {
    expect(await linesOf(customer, query)).toEqual(data.map(cellsOf));
  }
  expect(await linesOf(customer, `?runId=${runId}`)).toHaveLength(4);
  expect(await linesOf(customer, '?kind=loss')).toEqual([]);
  expect(await linesOf(customer, '?keyId=nonsense')).toEqual([]);
});

test('a reference that a spreadsheet would run is text, whatever separator it reads', async () => {
  const other = await dashboard.customer();
  const references = ['=1+1', 'a;=1+1', '＝1+1', '\u00a0 @SUM(A1)', 'say "hi", -5', 'plain – 5'];
  for (const reference of references) {
    const body = { amount: 1, reference };
    await other.owner.send({ path: `${other.path}/wallet/credits`, body });
  }
  const { text } = await fileOf(other, '?kind=top_up');
  const cells = text.split('\r\n').map((line) => line.split(',,,')[1]);
  expect(cells.slice(1, 1 + references.length)).toEqual(
    [
      "'=1+1",
      `"a;'=1+1"`,
      "'＝1+1",
      `"\u00a0 '@SUM(A1)"`,
      '"say ""hi"", -5"',
      'plain – 5',
    ].reverse(),
  );
});

test('HEAD answers the same without reading on', async () => {
  for (let i = 0; i < 6; i++) {
    const { status, headers, text } = await fileOf(crowded, '', 'HEAD');
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-type')).toBe('text/csv');
  }
});

test('downloads wait for slow readers, a ninth is 429 rate_limited, and a reader who leaves makes room', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, () => begin(crowded)));
  const refused = await fileOf(crowded);
  problemOf(refused, 'rate_limited');
  expect(refused.headers.get('retry-after')).toBe('5');
  // Another workspace has its own downloads.
  expect((await fileOf(customer)).status).toBe(200);
  for (const each of begun) each.destroy();
  await expect.poll(async () => (await fileOf(crowded, '?kind=loss')).status).toBe(200);
});

/** A download of which nothing is read. */
function begin({ owner, path }: Customer): Promise<ClientRequest> {
  const url = `${dashboard.service.url}${API}${path}/wallet/entries.csv`;
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { Cookie: owner.cookie } }, (response: IncomingMessage) => {
      response.pause();
      expect(response.statusCode).toBe(200);
      resolve(request);
    }).on('error', reject);
  });
}
