/** Parts of artifacts, and conditional reads of them, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ComputeJob } from '../../openapi/generated/developer.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  problemOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

const LENGTH = 600_000;
const text = Array.from({ length: LENGTH / 10 }, (_, i) => String(i).padStart(10, '.')).join('');
const source = `let s = ''; for (let i = 0; i < ${LENGTH / 10}; i++) s += String(i).padStart(10, '.');
job.writeFile('o', s); job.writeFile('empty', '');`;

let service: TestService;
let tenant: Tenant;
let path: string;
let etag: string;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  const body = { environment: 'javascript', timeoutSeconds: 60, source, outputs: ['o', 'empty'] };
  const created = await tenant.create(body, { path: COMPUTE_JOBS });
  const { id } = jsonOf(created) as ComputeJob;
  path = `${COMPUTE_JOBS}/${id}`;
  let job = jsonOf(created) as ComputeJob;
  while (job.finishedAt === undefined) {
    job = jsonOf(await tenant.get(path, { Prefer: 'wait=20' })) as ComputeJob;
  }
  etag = `"${job.artifacts?.find(({ name }) => name === 'o')?.sha256}"`;
});
afterAll(() => service.close());

const read = (headers: Record<string, string>, name = 'o') =>
  tenant.get(`${path}/artifacts/${name}`, headers);

test('a whole artifact is 200 with its length and the SHA-256 of its bytes as a strong tag', async () => {
  const { status, headers, text: got } = await read({});
  expect(status).toBe(200);
  expect(got === text).toBe(true);
  expect(headers.get('content-length')).toBe(String(LENGTH));
  expect([headers.get('etag'), headers.get('accept-ranges')]).toEqual([etag, 'bytes']);
});

test.each([
  ['bytes=0-9', 0, 10],
  ['bytes=261950-261953', 261_950, 261_954],
  ['bytes=500000-', 500_000, LENGTH],
  ['bytes=599999-700000', 599_999, LENGTH],
  ['bytes=-7', LENGTH - 7, LENGTH],
  ['bytes=-700000', 0, LENGTH],
])('%s is 206 with these bytes', async (Range, from, to) => {
  const { status, headers, text: got } = await read({ Range });
  expect(status).toBe(206);
  expect(headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${LENGTH}`);
  expect(headers.get('content-length')).toBe(String(to - from));
  expect(got === text.slice(from, to)).toBe(true);
});

test.each(['bytes=0-1,5-6', 'bytes=9-3', 'lines=0-9', 'bytes=a-', 'bytes=-'])(
  '%s is ignored: the answer is 200 with the whole file',
  async (Range) => {
    const { status, text: got } = await read({ Range });
    expect([status, got.length]).toEqual([200, LENGTH]);
  },
);

test('a range behind the end is 416 range_not_satisfiable with the length', async () => {
  const refused = await read({ Range: `bytes=${LENGTH}-` });
  problemOf(refused, 'range_not_satisfiable');
  expect(refused.status).toBe(416);
  expect(refused.headers.get('content-range')).toBe(`bytes */${LENGTH}`);
});

test('If-Range sends the part of the same file with 206, and another file whole with 200', async () => {
  const Range = 'bytes=10-19';
  expect((await read({ Range, 'If-Range': etag })).status).toBe(206);
  expect((await read({ Range, 'If-Range': '"other"' })).status).toBe(200);
  expect((await read({ Range, 'If-Range': `W/${etag}` })).status).toBe(200);
});

test('If-None-Match with the tag is 304 without a body, also with a range', async () => {
  for (const headers of [{}, { Range: 'bytes=0-9' }]) {
    const { status, text: got } = await read({ ...headers, 'If-None-Match': etag });
    expect([status, got]).toEqual([304, '']);
  }
  expect((await read({ 'If-None-Match': '"other"' })).status).toBe(200);
});

test('an empty artifact is 200 whatever the range', async () => {
  const { status, text: got } = await read({ Range: 'bytes=0-9' }, 'empty');
  expect([status, got]).toEqual([200, '']);
});
