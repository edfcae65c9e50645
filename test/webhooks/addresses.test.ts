/** Where messages may go: never into the operator's network, whatever a name or the form of an address says. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { createDestinations, faultOfUrl, isPublic } from '../../server/platform/outbound/index.ts';

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
    ...['100.64.0.1', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1'],
    ...['::127.0.0.1', '::a9fe:a9fe', '::fffe:7f00:1', '200::1', '4000::1'],
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false);
  });
  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true);
  });
});

/** A name server that does not exist: what asks it learns nothing. */
const NOBODY = '127.0.0.1:9';

describe('the URL of an endpoint', () => {
  it.each([
    'http://example.com/hook',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://hooks.localhost./',
    'https://database/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'nonsense',
  ])('%s is refused', async (url) => {
    expect(await faultOfUrl(url, false, [NOBODY])).toBeTypeOf('string');
  });
  it('is taken at a public address, and at a private one where the operator allows that', async () => {
    expect(await faultOfUrl('https://93.184.216.34/hook?x=1', false, [NOBODY])).toBeUndefined();
    expect(await faultOfUrl('http://127.0.0.1:9/', true, [NOBODY])).toBeUndefined();
    expect(await faultOfUrl('http://localhost:9/', true, [NOBODY])).toBeUndefined();
  });
});

it('a name that leads to this machine is not connected to', async () => {
  let arrived = 0;
  const server = createServer((_, response) => {
    arrived += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const strict = createDestinations(false);
  const lax = createDestinations(true);
  const url = `http://localhost:${port}/`;
  await expect(request(url, { dispatcher: strict })).rejects.toThrow();
  expect(arrived).toBe(0);
  expect((await request(url, { dispatcher: lax })).statusCode).toBe(200);
  await Promise.all([strict.destroy(), lax.destroy()]);
  server.close();
});
