import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { createQueueServer } from '../../server/platform/worker/queue.ts';

const log = createLog({ level: 'silent' });

describe('the slots of a queue', () => {
  it('are kept for a claim that is not answered, until it is', async () => {
    const stopping = new AbortController();
    let isAway = true;
    const server = createQueueServer(
      {
        name: 'kind/provider',
        maxInFlight: 2,
        async claim() {
          if (isAway) throw Object.assign(new Error('the connection is gone'), { code: 'EPIPE' });
          return [];
        },
        execute: async () => {},
      },
      {
        lease: { id: () => 'worker', held: () => true },
        permission: { isGiven: () => true, doubt() {}, ask: async () => {} },
        ...{ stopping: stopping.signal, ending: stopping.signal, log },
      },
    );
    expect(server.takeSlot('one')).toBeDefined();
    const serving = server.serve();
    await sleep(20);
    expect(server.takeSlot('another')).toBeUndefined();
    isAway = false;
    await expect.poll(() => server.takeSlot('another')).toBeDefined();
    stopping.abort();
    server.wake();
    await serving;
  });

  it('are known as used until all attempts of their run have ended', async () => {
    const ends: (() => void)[] = [];
    const never = new AbortController().signal;
    const server = createQueueServer<{ id: string; workspace: string }>(
      {
        name: 'kind/provider',
        maxInFlight: 10,
        claim: async () => [],
        execute: () => new Promise<void>((resolve) => ends.push(resolve)),
      },
      {
        lease: { id: () => 'worker', held: () => true },
        permission: { isGiven: () => true, doubt() {}, ask: async () => {} },
        ...{ stopping: never, ending: never, log },
      },
    );
    const item = { id: 'run', workspace: 'workspace' };
    for (let attempt = 0; attempt < 2; attempt++) server.takeSlot('workspace')?.start(item);
    ends.shift()?.();
    await expect.poll(() => server.inFlight()).toBe(1);
    expect(server.isCarriedOut('run')).toBe(true);
    ends.shift()?.();
    await expect.poll(() => server.isCarriedOut('run')).toBe(false);
  });
});
