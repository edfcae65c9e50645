/** The first row of the outcome table: what the provider reports as not sent was provably not written. */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import {
  openRouter,
  startRawServer,
  startUpstream,
  stream,
  submission,
  submit,
  WHOLE_STREAM,
} from './upstream.ts';

const noHooks = { beforeSend() {}, onReference() {}, onSize() {} };

describe('nothing of the request was written', () => {
  test('a host that does not exist is not sent to', async () => {
    const { outcome, events } = await submit(openRouter('http://nonexistent.invalid/api/v1'));
    expect(outcome).toEqual({ kind: 'not_sent', reason: "The provider's host was not found." });
    expect(events).toEqual([]);
  });

  test('a refused connection is not sent to', async () => {
    const provider = openRouter(`http://127.0.0.1:${await freePort()}/api/v1`);
    const { outcome, events } = await submit(provider);
    expect(outcome).toEqual({ kind: 'not_sent', reason: 'The provider refused the connection.' });
    expect(events).toEqual([]);
  });

  test('a TLS handshake that fails is not sent over', async () => {
    const port = await startRawServer((socket) => socket.end('this is not TLS\r\n\r\n'));
    const { outcome, events } = await submit(openRouter(`https://127.0.0.1:${port}/api/v1`));
    expect(outcome).toEqual({
      kind: 'not_sent',
      reason: 'No secure connection to the provider could be made.',
    });
    expect(events).toEqual([]);
  });

  test('a server that hangs up during the handshake is not sent to', async () => {
    const port = await startRawServer((socket) => socket.destroy());
    const { outcome, events } = await submit(openRouter(`https://127.0.0.1:${port}/api/v1`));
    expect(outcome.kind).toBe('not_sent');
    expect(events).toEqual([]);
  });

  test('a provider that was closed sends nothing', async () => {
    const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
    const provider = openRouter(upstream.url);
    await provider.close();
    expect((await submit(provider)).outcome.kind).toBe('not_sent');
    expect(upstream.received).toEqual([]);
  });

  test('a connection that is not ready in time is not sent over', async () => {
    // Accepts the connection and never answers the handshake.
    const port = await startRawServer(() => {});
    const provider = openRouter(`https://127.0.0.1:${port}/api/v1`, { connectTimeoutMs: 100 });
    const { outcome, events } = await submit(provider);
    expect(outcome).toEqual({
      kind: 'not_sent',
      reason: 'The provider did not accept a connection in time.',
    });
    expect(events).toEqual([]);
  });

  test('the total time can run out before a connection is there, and nothing is sent later', async () => {
    let bytes = 0;
    const port = await startRawServer((socket) => {
      socket.on('data', (chunk) => {
        bytes += chunk.length;
      });
    });
    const provider = openRouter(`https://127.0.0.1:${port}/api/v1`, { requestTimeoutMs: 50 });
    const { outcome, events } = await submit(provider);
    expect(outcome.kind).toBe('not_sent');
    expect(events).toEqual([]);
    expect(bytes).toBeLessThan(2_000); // the handshake alone
  });

  test('a lease that has ended keeps the request from being written', async () => {
    let bytes = 0;
    let connections = 0;
    const port = await startRawServer((socket) => {
      connections += 1;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
      });
    });
    const provider = openRouter(`http://127.0.0.1:${port}/api/v1`);
    const hooks = {
      beforeSend() {
        throw new Error('the lease has ended');
      },
      onReference() {},
      onSize() {},
    };
    const outcome = await provider.submit(submission(), hooks, new AbortController().signal);
    expect(outcome).toEqual({
      kind: 'not_sent',
      reason: 'The request was given up on our side.',
    });
    await pause(50);
    expect({ connections, bytes }).toEqual({ connections: 1, bytes: 0 });
  });

  test('the lease is checked only when a connection is open, right before the first byte', async () => {
    const seen: string[] = [];
    const upstream = await startUpstream((response) => {
      seen.push('arrived');
      stream(response, WHOLE_STREAM);
    });
    const port = Number(new URL(upstream.url).port);
    const provider = openRouter(`http://127.0.0.1:${port}/api/v1`);
    const hooks = { ...noHooks, beforeSend: () => void seen.push('asked') };
    const running = provider.submit(submission(), hooks, new AbortController().signal);
    expect(seen).toEqual([]);
    await running;
    expect(seen).toEqual(['asked', 'arrived']);
  });

  test('giving up before the connection is open sends nothing, not even later', async () => {
    const sockets: Socket[] = [];
    const port = await startRawServer((socket) => sockets.push(socket));
    const provider = openRouter(`https://127.0.0.1:${port}/api/v1`);
    const abort = new AbortController();
    const running = submit(provider, {}, abort.signal);
    while (sockets.length === 0) await pause(5);
    abort.abort();
    expect(await running).toMatchObject({ outcome: { kind: 'not_sent' }, events: [] });
  });

  test('a signal that fired before is not sent at all', async () => {
    const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
    const { outcome } = await submit(openRouter(upstream.url), {}, AbortSignal.abort());
    expect(outcome.kind).toBe('not_sent');
    expect(upstream.received).toEqual([]);
  });
});

describe('something of the request may have been written', () => {
  test('a kept-alive connection that dies under a second request leaves its outcome unknown', async () => {
    let requests = 0;
    const connections = new Set<Socket>();
    const upstream = await startUpstream((response) => {
      requests += 1;
      connections.add(response.socket!);
      if (requests === 1) stream(response, WHOLE_STREAM);
      else response.socket?.destroy();
    });
    const provider = openRouter(upstream.url);
    expect((await submit(provider)).outcome.kind).toBe('answered');
    await pause(20);
    const second = await submit(provider);
    expect(second.outcome).toEqual({
      kind: 'unknown',
      reason: 'The connection to the provider ended before its answer was complete.',
    });
    expect(second.events).toEqual(['before send']);
    // One connection for both, and no hidden third attempt.
    expect({ requests, connections: connections.size }).toEqual({ requests: 2, connections: 1 });
  });

  test('a connection that is reset after the request was written leaves the outcome unknown', async () => {
    const port = await startRawServer((socket) =>
      socket.once('data', () => socket.resetAndDestroy()),
    );
    const { outcome, events } = await submit(openRouter(`http://127.0.0.1:${port}/api/v1`));
    expect(outcome.kind).toBe('unknown');
    expect(events).toEqual(['before send']);
  });

  test('time that runs out after the request was written leaves the outcome unknown', async () => {
    const port = await startRawServer(() => {});
    const provider = openRouter(`http://127.0.0.1:${port}/api/v1`, { requestTimeoutMs: 100 });
    const { outcome } = await submit(provider);
    expect(outcome).toEqual({ kind: 'unknown', reason: 'The provider took too long.' });
  });

  test('giving up after the request was written leaves the outcome unknown, with its reference', async () => {
    const abort = new AbortController();
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-generation-id': 'gen-9' });
      response.write(': at work\n\n');
    });
    const provider = openRouter(upstream.url);
    const hooks = { ...noHooks, onReference: () => abort.abort() };
    const outcome = await provider.submit(submission(), hooks, abort.signal);
    expect(outcome).toEqual({
      kind: 'unknown',
      reason: 'The request was given up on our side.',
      providerStatus: 200,
      reference: 'gen-9',
    });
  });

  test('closing the provider ends what is under way, as unknown', async () => {
    const port = await startRawServer((socket) => socket.once('data', () => provider.close()));
    const provider = openRouter(`http://127.0.0.1:${port}/api/v1`);
    expect((await submit(provider)).outcome.kind).toBe('unknown');
  });

  test('a request under way ends alone: its neighbours keep their connections', async () => {
    const upstream = await startUpstream((response, { body }) => {
      if (body.model === 'dies') response.socket?.destroy();
      else setTimeout(() => stream(response, WHOLE_STREAM), 50);
    });
    const provider = openRouter(upstream.url);
    const outcomes = await Promise.all(
      ['lives', 'dies', 'lives'].map((model) => submit(provider, { model })),
    );
    expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual([
      'answered',
      'unknown',
      'answered',
    ]);
  });
});

test('the connection is used again after an answer', async () => {
  const sockets = new Set<unknown>();
  const upstream = await startUpstream((response) => {
    sockets.add(response.socket);
    stream(response, WHOLE_STREAM);
  });
  const provider = openRouter(upstream.url);
  for (let i = 0; i < 3; i++) {
    await submit(provider);
    await pause(20);
  }
  expect(sockets.size).toBe(1);
});
