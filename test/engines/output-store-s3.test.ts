/** Storage that speaks S3, as far as it refuses names: what a job calls its artifacts must not keep it from its end. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createS3OutputStore } from '../../server/engines/output-store-s3.ts';

const objects = new Map<string, Buffer>();
let server: Server;
let store: ReturnType<typeof createS3OutputStore>;

beforeAll(async () => {
  server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url!, 'http://storage');
    const key = decodeURIComponent(pathname.slice('/outputs/'.length));
    const isTooLong = Buffer.byteLength(key) > 1_024 || key.split('/').some((p) => p.length > 255);
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    if (isTooLong)
      return void res.writeHead(400).end('<Error><Code>KeyTooLongError</Code></Error>');
    if (req.method === 'PUT') {
      objects.set(key, Buffer.concat(parts));
      return void res.writeHead(200).end();
    }
    const found = objects.get(key);
    res.writeHead(found ? 206 : 404).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  store = createS3OutputStore({
    bucket: 'outputs',
    prefix: 'p'.repeat(200),
    client: {
      ...{ region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, forcePathStyle: true },
      ...{ credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 1 },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    },
  });
});
afterAll(() => {
  store.close();
  server.close();
});

const named = (name: string) => ({
  ...{ workspace: crypto.randomUUID(), jobId: crypto.randomUUID() },
  ...{ kind: 'artifact' as const, name },
});

async function* content(text: string) {
  yield Buffer.from(text);
}

it.each([
  ['the longest', 'x'.repeat(512)],
  ['the longest once it is encoded', `${'\u{1f600}'.repeat(60)}/${'\u{1f600}'.repeat(60)}`],
  ['an ordinary', 'out/b c.txt'],
])('keeps an artifact of %s name', async (_, name) => {
  const output = named(name);
  await store.save(output, content('one'));
  await store.save({ ...output, name: `y${[...name].slice(1).join('')}` }, content('other'));
  expect(Buffer.from((await store.read(output, 0, 100))!).toString()).toBe('one');
});
