/**
 * `start`, `serve` and `work`: the service in one process or in parts. The process runs until it is asked to stop, then
 * takes no new work, finishes what is under way, and stops everything that it started. A second request to stop ends it
 * at once: the next start settles what was under way.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from '@commander-js/extra-typings';
import { type Database, openDatabase } from '../compose/database.ts';
import type { Exposition } from '../compose/metrics.ts';
import { loadOnDemand } from '../compose/on-demand.ts';
import type { Service, ServiceOptions } from '../compose.ts';
import { type Config, misspelled, readConfig } from '../platform/config/index.ts';
import { refusesClaims } from '../platform/deployment/index.ts';
import type { Probes } from '../platform/http/probes.ts';
import { StartError } from '../platform/lib/errors.ts';
import { type Log, openLog } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import type { Samples } from '../platform/telemetry/prometheus.ts';
import {
  banner,
  firstSteps,
  forgetLink,
  type Greeting,
  KEY_FILE,
  keepSecret,
  LINK_FILE,
  logReady,
  welcome,
} from './first-start.ts';
import {
  isOneOfMany,
  reportEnded,
  reportOnRequest,
  reportReady,
  startProcesses,
} from './processes.ts';
import { onStopSignal } from './session.ts';

export function startCommand() {
  return new Command('start')
    .description('start the API and the worker in one process (what npm start does)')
    .addHelpText('after', START_HELP)
    .action(() => run('start', ['api', 'worker']));
}

export function serveCommand() {
  return new Command('serve')
    .description('start the API alone; others can share its DATABASE_URL')
    .addHelpText('after', PARTS_HELP)
    .action(() => run('serve', ['api']));
}

export function workCommand() {
  return new Command('work')
    .description('start a worker alone; others can share its DATABASE_URL')
    .addHelpText('after', PARTS_HELP)
    .action(() => run('work', ['worker']));
}

const START_HELP = `
Without DATABASE_URL it runs a real PostgreSQL of its own and keeps the data in
DATA_DIR. The very first start makes a workspace to try things in, and shows its
key once. Ctrl-C ends what is under way and stops; a second one stops at once.

Examples:
  npm start
  PORT=9000 DATA_DIR=/var/lib/model-runs npm start`;

const PARTS_HELP = `
Any number of serve and work processes may share one database.

Example:
  DATABASE_URL=postgres://user:password@db.internal/runs npm run cli -- serve`;

const STOP_DATABASE_WITHIN_MS = 5_000;

async function run(command: string, parts: ServiceOptions['parts']): Promise<void> {
  const config = readConfig(undefined, { api: parts.includes('api') });
  if (isOneOfMany) return runOne(command, config, parts).finally(reportEnded);
  requireDatabase(command, config);
  // Before the database is open: meanwhile, probes show that the process is alive and not ready.
  const probes = await openProbePort(config);
  try {
    if (config.processes > 1) await runMany(command, config, probes);
    else await runOne(command, config, parts, probes);
  } finally {
    await probes?.close();
  }
}

async function openProbePort({ probes: { host, port }, http }: Config) {
  if (port === undefined) return undefined;
  const { openProbes } = await import('../platform/http/probes.ts');
  return openProbes({ host, port, publicUrl: http.publicUrl ?? `http://localhost:${http.port}` });
}

/** If nothing can read metrics, the process counts nothing and does not load the code for it. */
async function loadMetrics({ probes: { port } }: Config) {
  return port === undefined ? undefined : import('../compose/metrics.ts');
}

async function runOne(
  command: string,
  config: Config,
  parts: ServiceOptions['parts'],
  probes?: Probes,
): Promise<void> {
  const log = await openLog(config.logLevel, config.production);
  if (!isOneOfMany) for (const sentence of misspelled()) log.warn(sentence);
  const stop = Promise.withResolvers<void>();
  let service: Service | undefined;
  const stopListening = onStopSignal((request) => {
    probes?.leave();
    stop.resolve();
    // One of several processes: the channel closes when the parent process is killed.
    if (request > 1 && !isOneOfMany) void endHard(log, service);
  });
  // Loaded late: loading the web framework alone takes longer than most commands run.
  const { composeService } = await import('../compose.ts');
  const metrics = await loadMetrics(config);
  const measuring = metrics?.openMeasuring(config.unit);
  const meter = measuring?.meter;
  const tracing = await openTracing(config, { log, meter });
  service = await composeService({ config, log, parts, meter, tracer: tracing });
  measuring?.opened(service.database.db, service.rooms);
  const exposed =
    probes &&
    measuring &&
    metrics?.openExposition(
      service.database,
      { ...config.unit, quotas: config.quotas.defaults },
      measuring.registry,
    );
  if (exposed) probes?.serve(service.health, exposed.text, service.refusesClaims);
  if (isOneOfMany && measuring) reportOnRequest(measuring.samples);
  if (isOneOfMany) reportReady(service.url);
  else await announce(command, config, { ...service, probes: probes?.url });
  if (config.production) service.compileAhead();
  await stop.promise;
  log.info('stopping: what is under way may end; Ctrl-C again stops at once');
  await service.close();
  await exposed?.close();
  const isExported = await tracing?.close();
  stopListening();
  log.info('stopped');
  // The process does not wait for an unreachable collector.
  if (isExported === false) process.exit();
}

/** If no collector is configured, the process records nothing and does not load the code for it. */
async function openTracing({ tracing }: Config, to: { log: Log; meter: Meter | undefined }) {
  if (tracing === undefined) return undefined;
  const { openTracing: open } = await loadOnDemand(
    'opentelemetry',
    () => import('../platform/telemetry/open-telemetry.ts'),
  );
  return open({ ...tracing, ...to });
}

/** This process runs the database and starts the others, which connect to it by its URL. */
async function runMany(command: string, config: Config, probes?: Probes): Promise<void> {
  const log = await openLog(config.logLevel, config.production);
  for (const sentence of misspelled()) log.warn(sentence);
  const stopping = new AbortController();
  let database: Database | undefined;
  const stopListening = onStopSignal((request) => {
    probes?.leave();
    stopping.abort();
    // The other processes end with this one.
    if (request > 1) void endHard(log, database && { abandon: database.stopServer });
  });
  database = await openDatabase({
    ...{ config, applicationName: 'model-run processes', as: 'owner', schema: 'migrate' },
    log: (message) => log.info(message),
  });
  const { db } = database;
  let exposed: Exposition | undefined;
  try {
    const processes = await startProcesses({
      ...{ count: config.processes, stopping: stopping.signal, log },
      // The variables of this process name the database if somebody else runs it.
      environment: config.database.url === undefined ? { DATABASE_URL: database.address.url } : {},
    });
    const reports = () => processes.reports() as Promise<Samples[]>;
    exposed = (await loadMetrics(config))?.openExposition(
      database,
      { ...config.unit, quotas: config.quotas.defaults },
      reports,
    );
    let isRefusing = false;
    const health = async () => {
      await processes.health();
      isRefusing = await refusesClaims(db);
    };
    if (exposed) probes?.serve(health, exposed.text, () => isRefusing);
    const started = { url: processes.url, database, probes: probes?.url };
    if (!stopping.signal.aborted) await announce(command, config, started);
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
    log.info('stopping: what is under way may end; Ctrl-C again stops at once');
    await processes.untilEnded();
  } finally {
    await exposed?.close();
    await database.close();
  }
  stopListening();
  log.info('stopped');
}

async function announce(command: string, config: Config, service: Started): Promise<void> {
  const { url, database, probes } = service;
  const greeting = command === 'start' ? await welcome(config, service) : undefined;
  const isTerminal = process.stdout.isTTY === true;
  const kept = greeting && !isTerminal ? await keep(greeting, config, url) : undefined;
  const { readOffers } = await import('../compose/providers.ts');
  const offers = command === 'work' ? [] : await readOffers(config);
  const shown = { command, location: database.location, url, probes, greeting, offers, kept };
  if (config.production && !isTerminal) logReady(shown);
  else process.stdout.write(banner(shown));
}

/** The name in messages for people: the service, or its processes. */
type Started = Pick<Service, 'url' | 'database'> & { probes: string | undefined };

function requireDatabase(command: string, config: Config): void {
  if (command === 'start' || config.database.url !== undefined) return;
  throw new StartError(
    `${command} shares a database with other processes: set DATABASE_URL, or use npm start alone.`,
  );
}

/** What a terminal shows but a log must not contain. */
async function keep(greeting: Greeting, { database }: Config, url = '') {
  const { dataDir } = database;
  const { kind, join } = greeting;
  if (join === undefined) await forgetLink(dataDir);
  const [key, link] = await Promise.all([
    kind === 'first' ? keepSecret(dataDir, KEY_FILE, firstSteps(greeting, url)) : undefined,
    join === undefined ? undefined : keepSecret(dataDir, LINK_FILE, url + join),
  ]);
  return { key, link };
}

/** Requests sent to providers are on disk: the next start continues with them. The database stops as well. */
async function endHard(log: Log, service: Pick<Service, 'abandon'> | undefined): Promise<never> {
  log.warn('stopping at once');
  await Promise.race([service?.abandon().catch(() => {}), sleep(STOP_DATABASE_WITHIN_MS)]);
  process.exit(130);
}
