/** The providers of a process by name. */
import { expect, test } from 'vitest';
import { createRegistry, type Provider } from '../../server/model-runs/providers/index.ts';
import { compatible, openRouter, startRawServer, submit } from './upstream.ts';

test('gives the provider of a name, and all of them', () => {
  const providers = [openRouter('http://127.0.0.1:1/v1'), compatible('http://127.0.0.1:1/v1')];
  const registry = createRegistry(providers);
  expect(registry.get('openrouter')).toBe(providers[0]);
  expect(registry.get('local')).toBe(providers[1]);
  expect(registry.all()).toEqual(providers);
});

test('knows no other name, and no name twice', () => {
  const provider = compatible('http://127.0.0.1:1/v1');
  expect(createRegistry([provider]).get('remote')).toBeUndefined();
  expect(() => createRegistry([provider, provider])).toThrow('local');
});

test('closes its providers, and what they have under way', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const port = await startRawServer((socket) => socket.once('data', () => resolve()));
  const provider: Provider = openRouter(`http://127.0.0.1:${port}/api/v1`);
  const running = submit(provider);
  await arrived;
  await createRegistry([provider]).close();
  expect((await running).outcome.kind).toBe('unknown');
});
