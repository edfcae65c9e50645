/**
 * The worker of a service: claims runs while the database is the known one, carries them out, sends what waits to be
 * sent, and repeats the chores. A service without a worker may carry out its own runs. Every process asks again and
 * again whether runs may be claimed: those that claim, before they do, and also those that only create, because a
 * promoted database may lack commits that it acknowledged to them.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { checkAlerts, writeAlert } from '../alerts/index.ts';
import { startBroadcasting } from '../broadcast/index.ts';
import { expireCustomerGrants } from '../customers/index.ts';
import { writeMadeExport } from '../exports/made.ts';
import { startMaking } from '../exports/making.ts';
import { returnEndedCredit } from '../keys/index.ts';
import { chargeStorage, closeBalances, expireGrants } from '../money/index.ts';
import {
  deleteEndedAttempts,
  deleteEndedSignUps,
  writeInvitation,
  writePasswordReset,
  writeSignUp,
} from '../people/index.ts';
import type { Config } from '../platform/config/index.ts';
import { isTransient } from '../platform/db/errors.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Deployment } from '../platform/deployment/index.ts';
import { createMailer, type Email, type Mailer, startMailing } from '../platform/mail/index.ts';
import type { Sending } from '../platform/outbound/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import { startWorker, type Worker } from '../platform/worker/index.ts';
import type { Chore } from '../platform/worker/work.ts';
import { closeEndedHours, READY_CHANNEL } from '../runs/index.ts';
import { deleteOldMessages, startDelivering } from '../webhooks/index.ts';
import type { ComposeOptions, Parts } from './parts.ts';
import { createRetention, purgeChore } from './retention.ts';
import type { Followed } from './tools.ts';

export interface WorkerOptions extends ComposeOptions {
  /** `serve` is the API alone, `work` the worker alone. */
  parts: readonly ('api' | 'worker')[];
}

/** The longest pause between the end of a key and the return of its credit. */
const RETURN_CREDIT_EVERY_MS = 15_000;
const CLOSE_HOURS_EVERY_MS = 60_000;
const CLOSE_BALANCES_EVERY_MS = 15_000;
/** Partitions are made days in advance, so a missed turn does no harm. */
const KEEP_SPAN_DAYS_EVERY_MS = 3_600_000;
const CHECK_ALERTS_EVERY_MS = 30_000;
const COUNT_STORED_EVERY_MS = 60_000;
const FORGET_ATTEMPTS_EVERY_MS = 300_000;
const FORGET_MESSAGES_EVERY_MS = 3_600_000;
const LOOK_UP_PAYMENTS_EVERY_MS = 5_000;
const FIND_PAYMENTS_EVERY_MS = 600_000;
/** A turn compares a few days. */
const COMPARE_PAYMENTS_EVERY_MS = 1_800_000;
const RECHARGE_EVERY_MS = 5_000;
/** The longest pause between the expiry of a grant and its end. */
const EXPIRE_GRANTS_EVERY_MS = 15_000;

const REFUSED =
  'ALERT: the database is not the one that this deployment knows, or has gone back in time: no run is started until npm run cli -- recover';
const LOOKING =
  'the database was promoted, or the process is back from another one: no run is started until it is proven that nothing was lost';
const PROVEN = 'runs are started again: the database is the known one, and has all that was saved';

/** A service without a worker may carry out its own runs. */
export function openWorker(options: WorkerOptions, parts: Parts) {
  const { config, log, meter, tracer, parts: wanted } = options;
  const { database, deployment, notifications, runs } = parts;
  let worker: Worker | undefined;
  const sendings: Sending[] = [];
  let making: Sending | undefined;
  let following: Followed | undefined;
  let asking: { stop(): Promise<void> } | undefined;
  const mayClaim = createMayClaim({ deployment, log, meter });

  return {
    /** Before this process creates anything: from then on, it counts. */
    ask: mayClaim,
    async start(): Promise<void> {
      const claims = wanted.includes('worker') ? 'all' : 'own';
      const onServers = () => worker?.takeUpQueues();
      following = parts.tools.follow({ syncs: claims === 'all', onServers });
      if (claims === 'own' && !config.worker.serveCarriesOut) {
        asking = askUntilStopped(mayClaim, { everyMs: config.worker.sweepIntervalMs, log });
        return;
      }
      const started = await startWorker({
        ...{ db: database.db, notifications, mayClaim, log, meter },
        readyChannel: READY_CHANNEL,
        ...{ claims, work: runs },
        chores: choresOf(options, parts),
        leaseMs: config.worker.leaseMs,
        sweepIntervalMs: config.worker.sweepIntervalMs,
      });
      worker = started;
      if (claims === 'all') {
        const sending = { db: database.db, everyMs: config.worker.sweepIntervalMs, log };
        making = startMaking({
          ...{ ...sending, meter, exports: parts.exports, made: parts.madeExports },
          ...{ outputs: parts.compute.outputs, quotas: parts.quotas },
          sendsMail: config.mail !== undefined,
        });
        sendings.push(
          startDelivering({
            ...{ ...sending, ...config.webhooks, unit: config.unit, meter, tracer },
            idPrefixes: runs.idPrefixes(),
          }),
          startBroadcasting({ ...sending, ...config.broadcast, runs: runs.spans }),
          ...startMail(config, { db: database.db, log }),
        );
      }
      if (config.worker.claimOnCreate) runs.startWith(started.takeSlot);
    },
    async close(withinMs: number): Promise<void> {
      const until = performance.now() + withinMs;
      // An attempt to make an export cannot be continued, so it ends at once, and another process begins anew.
      const makingEnds = making?.stop(0);
      await worker?.drain(withinMs);
      const left = Math.max(0, until - performance.now());
      await Promise.all([
        makingEnds,
        ...sendings.map((sending) => sending.stop(left)),
        following?.stop(),
        asking?.stop(),
      ]);
    },
  };
}

/** What a worker repeats besides its runs. */
function choresOf({ config, log }: ComposeOptions, parts: Parts): Chore[] {
  const { db } = parts.database;
  const returnCredit = {
    name: 'return-credit',
    everyMs: RETURN_CREDIT_EVERY_MS,
    run: () =>
      returnEndedCredit(db, (error, account) =>
        log[isTransient(error) ? 'warn' : 'error'](
          { err: error, ...account },
          'the credit of an ended key was not returned',
        ),
      ),
  };
  return [
    returnCredit,
    { name: 'close-hours', everyMs: CLOSE_HOURS_EVERY_MS, run: () => closeEndedHours(db) },
    { name: 'close-balances', everyMs: CLOSE_BALANCES_EVERY_MS, run: () => closeBalances(db) },
    {
      name: 'check-alerts',
      everyMs: CHECK_ALERTS_EVERY_MS,
      run: async () => void (await checkAlerts(db, config.mail !== undefined)),
    },
    {
      name: 'forget-sign-in-attempts',
      everyMs: FORGET_ATTEMPTS_EVERY_MS,
      async run() {
        await deleteEndedAttempts(db);
        await deleteEndedSignUps(db);
      },
    },
    {
      name: 'forget-messages',
      everyMs: FORGET_MESSAGES_EVERY_MS,
      run: () => deleteOldMessages(db),
    },
    {
      name: 'count-stored',
      everyMs: COUNT_STORED_EVERY_MS,
      async run() {
        const stored = await parts.quotas.count();
        const { storagePrice: price, unit } = config;
        if (price === undefined) return;
        const onFault = (err: unknown, workspace: string) =>
          log.error({ err, workspace }, 'stored bytes were not charged');
        await chargeStorage(db, { stored, price, scale: unit.scale, onFault });
      },
    },
    {
      name: 'look-up-payments',
      everyMs: LOOK_UP_PAYMENTS_EVERY_MS,
      run: () => parts.payments.lookUp(),
    },
    {
      name: 'find-payments',
      everyMs: FIND_PAYMENTS_EVERY_MS,
      run: () => parts.payments.find(),
    },
    {
      name: 'compare-payments',
      everyMs: COMPARE_PAYMENTS_EVERY_MS,
      run: async () => parts.payments.comparison?.compareDue(),
    },
    {
      name: 'expire-grants',
      everyMs: EXPIRE_GRANTS_EVERY_MS,
      run: () =>
        expireGrants(db, (err, workspace) =>
          log[isTransient(err) ? 'warn' : 'error']({ err, workspace }, 'grants were not ended'),
        ),
    },
    {
      name: 'expire-customer-grants',
      everyMs: EXPIRE_GRANTS_EVERY_MS,
      run: () =>
        expireCustomerGrants(db, (err, of) =>
          log[isTransient(err) ? 'warn' : 'error'](
            { err, ...of },
            'grants of a customer were not ended',
          ),
        ),
    },
    {
      name: 'recharge',
      everyMs: RECHARGE_EVERY_MS,
      run: () => parts.payments.recharge.chargeDue(),
    },
    {
      name: 'keep-span-days',
      everyMs: KEEP_SPAN_DAYS_EVERY_MS,
      run: () => parts.spans.keepDays(),
    },
    parts.compute.orphans,
    purgeChore(createRetention(config, { ...parts, db }), log),
  ];
}

/** Nothing if no mail is sent. Outside production, sign-up works without a mail server: its links are in the log. */
function startMail(config: Config, { db, log }: { db: Db; log: Log }): Sending[] {
  const { mail, http, worker, signUp } = config;
  if (!mail && !signUp) return [];
  const url = http.publicUrl ?? `http://localhost:${http.port}`;
  const mailer = mail ? createMailer(mail) : createLoggingMailer(log);
  return [
    startMailing({
      ...{ db, log, everyMs: worker.sweepIntervalMs, mailer },
      writers: {
        password_reset: (user) => writePasswordReset(db, user, url),
        sign_up: (id) => writeSignUp(db, id, { publicUrl: url, isOpen: signUp !== undefined }),
        invitation: (invitation) => writeInvitation(db, invitation, url),
        alert: (reference, recipient) =>
          writeAlert({ db, unit: config.unit, publicUrl: url }, reference, recipient),
        made_export: (made) => writeMadeExport(db, made, url),
      },
    }),
  ];
}

function createLoggingMailer(log: Log): Mailer {
  return {
    async send({ to, subject, text }: Email) {
      log.warn({ to, subject, text }, 'this mail is not sent: there is no SMTP_URL');
    },
  };
}

interface ClaimingOptions {
  deployment: Deployment;
  log: Log;
  meter?: Meter | undefined;
}

/** Logs each change. */
function createMayClaim({ deployment, log, meter }: ClaimingOptions) {
  let said: string | undefined;

  return async (): Promise<boolean> => {
    const known = await deployment.isKnown();
    meter?.mayClaim(known);
    const now = known ? undefined : deployment.mayBeProven() ? LOOKING : REFUSED;
    if (now === said) return known;
    if (now === REFUSED) log.error(REFUSED);
    else log.warn(now ?? PROVEN);
    said = now;
    return known;
  };
}

/** For a process without a worker; a worker would ask. */
function askUntilStopped(
  mayClaim: () => Promise<boolean>,
  { everyMs, log }: { everyMs: number; log: Log },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function ask(): Promise<void> {
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await mayClaim().catch((error: unknown) =>
        log.warn({ err: error }, 'whether runs may be claimed is not known'),
      );
    }
  }

  const asking = ask();
  return {
    async stop() {
      stopping.abort();
      await asking;
    },
  };
}
