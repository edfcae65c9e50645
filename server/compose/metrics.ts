/**
 * The operator's metrics: this process counts some as it works, and reads the others from the database. The latter are
 * the same for all processes, and it reads them at most every few seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, Registry } from 'prom-client';
import { countWaitingSpans } from '../broadcast/index.ts';
import type { Capacity, Machine, MachineInUse } from '../compute-jobs/engines/machine.ts';
import { countWaitingMade } from '../exports/made.ts';
import { createDb, type PooledDb, type Queryable } from '../platform/db/pool.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import { createPrometheus, PREFIX, type Samples, sumOf } from '../platform/telemetry/prometheus.ts';
import { type ChoreState, countWorkers, readChores } from '../platform/worker/index.ts';
import { QUOTA_NAMES, type QuotaDefaults, type QuotaSum, sumUses } from '../quotas/index.ts';
import { countCircuits, countOpenRuns, largestSpenders } from '../runs/index.ts';
import { countDueWebhooks } from '../webhooks/index.ts';
import type { Database } from './database.ts';

const ASK_EVERY_MS = 5_000;
/** For larger queries; their results change slowly. */
const ADD_UP_EVERY_MS = 60_000;
/** Named by rank: a name would say who the customers are. */
const SPENDERS = { hours: 24, atMost: 5 };
/** Prometheus gives up after ten seconds. */
const ANSWER_WITHIN_MS = 3_000;

/** What this process counts. */
interface Measuring {
  meter: Meter;
  registry: Registry;
  /** The same, for the process that adds them up. */
  samples(): Promise<Samples>;
  /** From now on, counts the connections and the rooms for compute jobs as well. */
  opened(db: PooledDb, rooms: Rooms): void;
}

export function openMeasuring({ scale }: { scale: number }): Measuring {
  const { meter, registry } = createPrometheus({ scale });
  return {
    ...{ meter, registry },
    samples: () => registry.getMetricsAsJSON(),
    opened(db, rooms) {
      addConnections(registry, db);
      addRooms(registry, rooms);
    },
  };
}

export interface Exposition {
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  close(): Promise<void>;
}

interface ExpositionOptions {
  scale: number;
  /** The quotas of workspaces without their own. */
  quotas: QuotaDefaults;
}

/** What Prometheus reads: of this process, or of several together, and of the database over its own connection. */
export function openExposition(
  { address }: Pick<Database, 'address'>,
  { scale, quotas }: ExpositionOptions,
  processes: Registry | (() => Promise<Samples[]>),
): Exposition {
  const db = createDb({
    ...{ ...address, max: 1, statementTimeoutMs: ANSWER_WITHIN_MS },
    applicationName: 'model-run metrics',
  });
  const { registry, refresh } = databaseMetrics(db, { scale, quotas });
  return {
    async text() {
      await refresh();
      const own = processes instanceof Registry ? processes : sumOf(await processes());
      return Registry.merge([own, registry]).metrics();
    },
    close: () => db.close(),
  };
}

function addConnections(registry: Registry, db: PooledDb): void {
  new Gauge({
    name: `${PREFIX}database_connections`,
    help: 'Connections of the pool for runs, and calls that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(db.connections())) this.set({ state }, count);
    },
  });
}

/** The rooms of machines for compute jobs, by their names. */
type Rooms = ReadonlyMap<string, Machine>;

/** What admission sees. All processes of a machine see the same, and none of it if an engine does not answer. */
function addRooms(registry: Registry, rooms: Rooms): void {
  let asking: Promise<RoomInUse[]> | undefined;
  const ask = () => {
    asking ??= readRooms(rooms).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const gauge = <const Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    set: (gauge: Gauge<Label>, room: RoomInUse) => void,
  ) =>
    new Gauge({
      ...{ name: `${PREFIX}compute_${name}`, help, labelNames, registers: [registry] },
      aggregator: 'max',
      async collect() {
        const found = await ask();
        this.reset();
        for (const room of found) set(this, room);
      },
    });
  const offered = (name: string, help: string, of: (capacity: Capacity) => number) =>
    gauge(`offered_${name}`, help, ['room'], (set, { room, capacity }) => {
      if (Number.isFinite(of(capacity))) set.set({ room }, of(capacity));
    });
  const used = (name: string, help: string, of: (used: Capacity) => number) =>
    gauge(`used_${name}`, help, ['room', 'engine'], (set, { room, inUse }) => {
      for (const { engine, ...amounts } of inUse.engines) set.set({ room, engine }, of(amounts));
    });
  const processors = ({ cpuMillis }: Capacity) => cpuMillis / 1_000;
  const bytes = ({ memoryMb }: Capacity) => memoryMb * 1_048_576;
  offered('processors', 'Processors that a room offers to compute jobs.', processors);
  offered('memory_bytes', 'Memory that it offers to them.', bytes);
  used('processors', 'Processors that running compute jobs take, by their engines.', processors);
  used('memory_bytes', 'Memory that they and the processes around them take.', bytes);
}

interface RoomInUse {
  room: string;
  capacity: Capacity;
  inUse: MachineInUse;
}

/** Those that an engine of this process or a running job uses. */
async function readRooms(rooms: Rooms): Promise<RoomInUse[]> {
  const read = [...rooms].map(async ([room, machine]) => {
    const late = sleep(ANSWER_WITHIN_MS, undefined, { ref: false });
    const inUse = await Promise.race([machine.inUse().catch(() => undefined), late]);
    return inUse?.engines.length ? [{ room, capacity: machine.capacity, inUse }] : [];
  });
  return (await Promise.all(read)).flat();
}

interface DatabaseMetrics {
  registry: Registry;
  /** Resolves when the registry has present values, or recent ones. */
  refresh(): Promise<void>;
}

/** Metrics of the database. If it does not answer, they say only that. */
function databaseMetrics(db: Queryable, { scale, quotas }: ExpositionOptions): DatabaseMetrics {
  const registry = new Registry();
  const gauges = gaugesIn(registry);
  const unit = 10 ** scale;
  let queriedAt = Number.NEGATIVE_INFINITY;
  let asking = Promise.resolve();
  const spenders = createAddingUp(() => largestSpenders(db, SPENDERS));
  const quotaSums = createAddingUp(() => sumUses(db, quotas));

  async function ask(): Promise<void> {
    const answers = Promise.all([
      countOpenRuns(db),
      countDueWebhooks(db),
      countWaitingSpans(db),
      countWaitingMade(db),
      countWorkers(db),
      spenders(),
      countCircuits(db),
      readChores(db),
      quotaSums(),
    ]).catch(() => undefined);
    const found = await Promise.race([answers, sleep(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    for (const gauge of Object.values(gauges)) gauge.reset();
    gauges.up.set(found ? 1 : 0);
    if (!found) return;
    const [runs, webhooks, spans, exports, workers, spent, circuits, chores, sums] = found;
    setQuotaGauges(gauges, sums);
    gauges.workers.set(workers);
    gauges.exports.set(exports.waiting);
    gauges.exportLag.set(exports.oldest_seconds);
    for (let rank = 1; rank <= SPENDERS.atMost; rank += 1) {
      gauges.spent.set({ rank }, (spent[rank - 1]?.charged ?? 0) / unit);
    }
    for (const { kind, provider, state, runs: count, held, oldest_seconds } of runs) {
      const labels = { kind, provider, state };
      gauges.runs.set(labels, count);
      gauges.held.set(labels, held / unit);
      gauges.oldest.set(labels, oldest_seconds);
    }
    for (const { kind, provider, is_open, openings, probes, retries_left } of circuits) {
      const labels = { kind, provider };
      gauges.circuits.set(labels, is_open ? 1 : 0);
      gauges.openings.inc(labels, openings);
      gauges.probes.inc(labels, probes);
      gauges.retries.set(labels, retries_left);
    }
    setChoreGauges(gauges, chores);
    for (const is_failing of [false, true]) {
      const labels = { receiver: is_failing ? 'failing' : 'working' };
      const due = webhooks.find((row) => row.is_failing === is_failing);
      gauges.webhooks.set(labels, due?.due ?? 0);
      gauges.webhookLag.set(labels, due?.oldest_seconds ?? 0);
      const waiting = spans.find((row) => row.is_failing === is_failing);
      gauges.spans.set(labels, waiting?.waiting ?? 0);
      gauges.spanLag.set(labels, waiting?.oldest_seconds ?? 0);
    }
  }

  return {
    registry,
    refresh(): Promise<void> {
      if (performance.now() - queriedAt > ASK_EVERY_MS) {
        queriedAt = performance.now();
        asking = ask();
      }
      return asking;
    },
  };
}

/** Returns the last answer while it is recent enough. */
function createAddingUp<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: { at: number; value: T } | undefined;
  return async () => {
    if (known && performance.now() - known.at < ADD_UP_EVERY_MS) return known.value;
    const value = await ask();
    known = { at: performance.now(), value };
    return value;
  };
}

function gaugesIn(registry: Registry) {
  const gauge = <const Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: PREFIX + name, help, labelNames, registers: [registry] });
  return {
    ...circuitGauges(registry),
    ...choreGauges(registry),
    ...quotaGauges(registry),
    up: gauge('database_up', '1 where the database answered when it was last asked.'),
    runs: gauge('runs', 'Runs that have not ended.', 'kind', 'provider', 'state'),
    workers: gauge('workers', 'Workers with a lease, of all processes.'),
    spent: gauge(
      'largest_spend_dollars',
      'What the workspaces that were charged most were charged within 24 hours, by rank.',
      'rank',
    ),
    held: gauge('held_dollars', 'What is held for them.', 'kind', 'provider', 'state'),
    oldest: gauge(
      'run_state_age_seconds',
      'For how long the oldest of them has been in its state.',
      ...(['kind', 'provider', 'state'] as const),
    ),
    webhooks: gauge('webhooks_due', 'Webhooks that are due, by receivers.', 'receiver'),
    webhookLag: gauge(
      'webhook_lag_seconds',
      'For how long the oldest webhook has been due.',
      'receiver',
    ),
    spans: gauge('broadcast_spans_waiting', 'Spans that wait for destinations.', 'receiver'),
    spanLag: gauge('broadcast_lag_seconds', 'For how long the oldest span has waited.', 'receiver'),
    exports: gauge('exports_waiting', 'Exports in the background that are not made yet.'),
    exportLag: gauge('export_lag_seconds', 'How long ago the oldest of them was asked for.'),
  };
}

/** For the chores that one process at a time does. */
function choreGauges(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: PREFIX + name, help, labelNames: ['chore'], registers: [registry] });
  return {
    choreAge: gauge('chore_success_age_seconds', 'How long ago the chore succeeded.'),
    choreInterval: gauge('chore_interval_seconds', 'How often the chore is due.'),
    choreDuration: gauge('chore_duration_seconds', 'How long its last turn took.'),
    choreFailures: gauge('chore_failures', 'Turns that failed since it succeeded.'),
  };
}

function setChoreGauges(
  gauges: ReturnType<typeof choreGauges>,
  chores: readonly ChoreState[],
): void {
  for (const { name: chore, every_ms, success_age_seconds, duration_ms, failures } of chores) {
    gauges.choreAge.set({ chore }, success_age_seconds);
    gauges.choreInterval.set({ chore }, every_ms / 1_000);
    if (duration_ms !== null) gauges.choreDuration.set({ chore }, duration_ms / 1_000);
    gauges.choreFailures.set({ chore }, failures);
  }
}

/** No name says which workspace it is. */
function quotaGauges(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: PREFIX + name, help, labelNames: ['quota'], registers: [registry] });
  return {
    quotaUsed: gauge('quota_used', 'What all workspaces together use of the quota, in its unit.'),
    quotaShare: gauge('quota_largest_share', 'The largest share of it that a workspace uses.'),
    quotaReached: gauge('quota_workspaces_reached', 'Workspaces that have used it up.'),
  };
}

function setQuotaGauges(gauges: ReturnType<typeof quotaGauges>, sums: readonly QuotaSum[]): void {
  for (const quota of QUOTA_NAMES) {
    const sum = sums.find(({ name }) => name === quota);
    gauges.quotaUsed.set({ quota }, sum?.used ?? 0);
    gauges.quotaShare.set({ quota }, sum?.share ?? 0);
    gauges.quotaReached.set({ quota }, sum?.reached ?? 0);
  }
}

/** For the providers that have failed at least once. */
function circuitGauges(registry: Registry) {
  const labels = { labelNames: ['kind', 'provider'] as const, registers: [registry] };
  return {
    circuits: new Gauge({
      ...{ name: `${PREFIX}provider_circuit_open`, ...labels },
      help: '1 while nothing but probes is sent to the provider.',
    }),
    openings: new Counter({
      ...{ name: `${PREFIX}provider_circuit_openings_total`, ...labels },
      help: 'How often that began.',
    }),
    probes: new Counter({
      ...{ name: `${PREFIX}provider_probes_total`, ...labels },
      help: 'Probes that were sent.',
    }),
    retries: new Gauge({
      ...{ name: `${PREFIX}provider_retries_left`, ...labels },
      help: 'Retries that the budget of the provider has left at the moment.',
    }),
  };
}
