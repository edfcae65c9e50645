/**
 * The meter in Prometheus's format, with its client for Node. A process has one; several processes are reported as
 * sums. Names end in their base unit, and labels have few values: kinds, providers, states, codes.
 */
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client';
import type { Meter } from './meter.ts';

interface Prometheus {
  meter: Meter;
  registry: Registry;
}

/** The metrics of one process, as sent to the process that sums them. */
export type Samples = MetricObject[];

export const PREFIX = 'modelrun_';

const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
/** For answers, most of which take milliseconds; a caller that waits for a run waits for up to 50 seconds. */
const ANSWER_SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];
const ITEMS = [1, 2, 4, 8, 16, 32, 64];

export function createPrometheus({ scale }: { scale: number }): Prometheus {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const submissions = new Histogram({
    name: `${PREFIX}submission_duration_seconds`,
    help: 'Time of submissions to providers, by their outcome.',
    labelNames: ['kind', 'provider', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const changes = new Counter({
    name: `${PREFIX}run_changes_total`,
    help: 'Runs that came into a state after their creation.',
    labelNames: ['state'],
    registers,
  });
  const charges = new Counter({
    name: `${PREFIX}charges_dollars_total`,
    help: 'What customers were charged for runs, with fees.',
    registers,
  });
  const losses = new Counter({
    name: `${PREFIX}losses_dollars_total`,
    help: 'What providers cost beyond what could be charged.',
    registers,
  });
  const batches = new Histogram({
    name: `${PREFIX}batch_items`,
    help: 'Items that went to the database in one statement.',
    labelNames: ['batch'],
    buckets: ITEMS,
    registers,
  });
  const leases = new Counter({
    name: `${PREFIX}lease_losses_total`,
    help: 'Leases that ended while their worker lived.',
    registers,
  });
  const more = moreInstruments(registers);
  const { refused, unheard } = alarmsIn(registers);
  const dollars = (units = 0) => units / 10 ** scale;
  return {
    registry,
    meter: {
      submitted: (of, seconds) => submissions.observe(of, seconds),
      ...upstreamMeter(registers),
      advanced(state, { charged, lost }) {
        changes.inc({ state });
        if (charged) charges.inc(dollars(charged));
        if (lost) losses.inc(dollars(lost));
      },
      left: (of, seconds) => more.states.observe(of, Math.max(0, seconds)),
      answered: (of, seconds) => more.answers.observe(of, seconds),
      delivered: (outcome, seconds) => more.webhooks.observe({ outcome }, seconds),
      exported(outcome, { seconds, bytes }) {
        more.exports.observe({ outcome }, seconds);
        more.exportBytes.inc(bytes);
      },
      traced: (outcome, spans) => more.spans.inc({ outcome }, spans),
      batched: (batch, items) => batches.observe({ batch }, items),
      ...refusalMeter(registers),
      leaseLost: () => leases.inc(),
      mayClaim: (isGiven) => refused.set(isGiven ? 0 : 1),
      heard: (comeBack) => unheard.set(comeBack ? 0 : 1),
    },
  };
}

function moreInstruments(registers: Registry[]) {
  return {
    states: new Histogram({
      name: `${PREFIX}run_state_duration_seconds`,
      help: 'Time that runs were in a state that they have left.',
      labelNames: ['kind', 'state'],
      buckets: SECONDS,
      registers,
    }),
    answers: new Histogram({
      name: `${PREFIX}http_request_duration_seconds`,
      help: 'Time of requests to the operations of both APIs, by the status of the answer.',
      labelNames: ['operation', 'status'],
      buckets: ANSWER_SECONDS,
      registers,
    }),
    webhooks: new Histogram({
      name: `${PREFIX}webhook_attempt_duration_seconds`,
      help: 'Time of attempts to deliver a webhook, by their outcome.',
      labelNames: ['outcome'],
      buckets: SECONDS,
      registers,
    }),
    exports: new Histogram({
      name: `${PREFIX}export_duration_seconds`,
      help: 'Time of the attempts that made exports in the background, or gave them up, by their outcome.',
      labelNames: ['outcome'],
      buckets: SECONDS,
      registers,
    }),
    exportBytes: new Counter({
      name: `${PREFIX}export_bytes_total`,
      help: 'Bytes of the exports that were made.',
      registers,
    }),
    spans: new Counter({
      name: `${PREFIX}service_spans_total`,
      help: 'Service spans on their way to the collector: sent, not taken by it, or dropped before.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

/** Each is 1 during a fault, in any of several processes. */
function alarmsIn(registers: Registry[]) {
  const alarm = (name: string, help: string) =>
    new Gauge({ name: PREFIX + name, help, aggregator: 'max', registers });
  return {
    refused: alarm(
      'claims_refused',
      '1 while no run is claimed because the database is not the one that the deployment knows.',
    ),
    unheard: alarm(
      'notifications_lost',
      '1 while notifications that a process sends to the database do not come back to it.',
    ),
  };
}

function upstreamMeter(registers: Registry[]): Pick<Meter, 'fellBack' | 'keyRests'> {
  const fallbacks = new Counter({
    name: `${PREFIX}fallbacks_total`,
    help: 'Runs that went to another provider than the one they were for.',
    labelNames: ['kind', 'provider', 'to'],
    registers,
  });
  const keys = new Gauge({
    name: `${PREFIX}provider_key_rests`,
    help: '1 while a key of a provider is left alone because it was refused.',
    labelNames: ['provider', 'key'],
    aggregator: 'max',
    registers,
  });
  return {
    fellBack: (of) => fallbacks.inc(of),
    keyRests: (of, rests) => keys.set(of, rests ? 1 : 0),
  };
}

/** Requests that were refused. */
function refusalMeter(registers: Registry[]): Pick<Meter, 'refused' | 'shed'> {
  const refusals = new Counter({
    name: `${PREFIX}refusals_total`,
    help: 'Requests that were refused, by the code of the problem.',
    labelNames: ['code'],
    registers,
  });
  const sheds = new Counter({
    name: `${PREFIX}shed_requests_total`,
    help: 'Requests that were refused because the process was short of something, by what that was.',
    labelNames: ['shortage'],
    registers,
  });
  return {
    refused: (code) => refusals.inc({ code }),
    shed: (shortage) => sheds.inc({ shortage }),
  };
}

/** The combined samples of several processes. */
export function sumOf(samples: Samples[]): Registry {
  return AggregatorRegistry.aggregate(samples) as Registry;
}
