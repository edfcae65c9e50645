/**
 * A destination is down for an hour while runs end, with two processes that send. The test simulates the hour: it ages
 * what waits in steps, so that the real pauses pass.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createDestinationKeeping,
  DESTINATION_PREFIX,
  startBroadcasting,
} from '../../server/broadcast/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import type { Sending } from '../../server/platform/outbound/index.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { request, runOf, startService, type Tenant, type TestService } from '../support/service.ts';
import { type OtlpReceiver, startOtlpReceiver, takeAll } from './receiver.ts';
import { runsOf } from './runs.ts';

const ILLNESSES = ['hangs', 'fails', 'dies', 'redirects', 'cuts', 'refuses the key'] as const;
const STEP_MINUTES = 5;
const STEPS = 12;
const RUNS_PER_STEP = 10;

let service: TestService;
let tenant: Tenant;
let senders: Sending[];
beforeEach(async () => {
  // There is no worker, which would also send. So nobody takes over after a lost lease: it is too long to be lost.
  const environment = { SERVE_CARRIES_OUT: 'on', LEASE_MS: '60000' };
  service = await startService({ parts: ['api'], environment });
  tenant = await service.tenant();
  const { db } = service.database;
  senders = Array.from({ length: 2 }, () =>
    startBroadcasting({
      ...{ db, runs: runsOf(db), allowsPrivate: true, everyMs: 20, answerWithinMs: 300 },
      ...{ giveUpAfterMs: 24 * 3_600_000, disableAfterMs: 5 * 24 * 3_600_000 },
      log: createLog({ level: 'silent' }),
    }),
  );
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop(5_000)));
  await service.close();
});

it('a destination that is out of order for an hour has every span afterwards, each once', async () => {
  const destinations = createDestinationKeeping({ db: service.database.db, allowsPrivate: true });
  const well = await startOtlpReceiver();
  let ill = await startOtlpReceiver();
  const { port, url } = ill;
  const { id } = await destinations.create(tenant, { name: 'ill', url });
  await destinations.create(tenant, { name: 'well', url: well.url });
  const expected: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    ill = await turnIll(ill, ILLNESSES[step % ILLNESSES.length]!);
    expected.push(...(await endRuns(RUNS_PER_STEP)));
    // The other destination does not wait for it.
    await expect.poll(() => idsOf(well)).toEqual(expected.toSorted());
    await pass(STEP_MINUTES);
  }
  const publicId = uuidToId(DESTINATION_PREFIX, id);
  const seen = () => destinations.get(tenant.workspace, publicId);
  expect(await seen()).toMatchObject({
    ...{ waiting: expected.length, delivered: 0, disabledReason: null },
    failingSince: expect.any(Date),
  });
  await ill.close();
  ill = await startOtlpReceiver(port);
  ill.answer(takeAll);
  // After the longest pause at the latest, whatever has happened.
  for (let minutes = 0; minutes < 20; minutes += STEP_MINUTES) await pass(STEP_MINUTES);
  await expect.poll(async () => (await seen()).waiting).toBe(0);
  expect(idsOf(ill)).toEqual(expected.toSorted());
  expect(ill.spans()).toHaveLength(expected.length);
  expect(await seen()).toMatchObject({
    ...{ delivered: expected.length, rejected: 0, givenUp: 0, failingSince: null },
    ...{ lastError: null, disabledReason: null },
  });
  await Promise.all([ill.close(), well.close()]);
}, 600_000);

async function turnIll(
  ill: OtlpReceiver,
  illness: (typeof ILLNESSES)[number],
): Promise<OtlpReceiver> {
  await ill.close();
  if (illness === 'dies') return ill;
  const next = await startOtlpReceiver(ill.port);
  next.answer((response) => {
    if (illness === 'fails') response.writeHead(503).end();
    if (illness === 'redirects') response.writeHead(307, { Location: '/elsewhere' }).end();
    if (illness === 'cuts') response.destroy();
    if (illness === 'refuses the key') response.writeHead(401).end();
  });
  return next;
}

/** The ids of their spans. */
async function endRuns(count: number): Promise<string[]> {
  const ended = await Promise.all(
    Array.from({ length: count }, async () =>
      tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id),
    ),
  );
  return ended.map(({ traceId }) => traceId!.slice(16));
}

const idsOf = (receiver: OtlpReceiver) =>
  [...new Set(receiver.spans().map(({ spanId }) => spanId))].toSorted();

async function pass(minutes: number): Promise<void> {
  await service.database.db.query(
    `update broadcast_destination set due_at = due_at - $1::interval, failing_since = failing_since - $1::interval
     where failing_since is not null`,
    [`${minutes} minutes`],
  );
  await new Promise((resolve) => setTimeout(resolve, 400));
}
