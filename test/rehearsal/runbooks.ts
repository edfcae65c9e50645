/**
 * The runbooks, from their text. Each alert's situation is produced on running processes, the alert's own expression has
 * to hold, each command of its section is executed as it is written, and then the expression must no longer hold. What
 * only a person or another machine can do is reported as not run, with the reason; what this file does not know fails.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDb } from '../../server/platform/db/pool.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createForSure } from '../crash/promises.ts';
import { execute, isThere } from '../languages/execute.ts';
import { clientOf, request } from '../support/process.ts';
import { type Environment, type Part, type Site, sh, startPart, until } from './deployment.ts';
import { type Section, sectionsOf } from './pages.ts';
import { NotRun, type Report } from './report.ts';

const DEPLOY = 'server/deploy';
const RAISED_MS = 120_000;
const MANY = 110;

interface Scene {
  site: Site;
  environment: Environment;
  parts: { serve: Part; work: Part };
  /** Starts both parts again, on this database. */
  restart(url?: string): Promise<void>;
  create(model: string, count: number): Promise<void>;
  /** The ids for the placeholders of commands. */
  run: string;
  key: string;
  endpoint: string;
}

interface Situation {
  begin(scene: Scene): Promise<void>;
  /** A step that the section says in words and that ends the situation by itself; afterwards it begins again. */
  step?: { says: string; play(scene: Scene): Promise<void> };
  /** What the section asks for in words, such as bringing a server back. */
  repair?(scene: Scene): Promise<void>;
  /** Instead of the expression, if only Prometheus itself can know. */
  holds?(scene: Scene): Promise<boolean>;
}

const SITUATIONS: Record<string, Situation> = {
  ClaimsRefused: {
    begin: async (scene) => scene.restart(await copyDatabase(scene)),
    step: {
      says: 'Find out what happened to the database.',
      play: (scene) => scene.restart(),
    },
  },
  ProcessDown: {
    begin: async ({ parts }) => void (await parts.work.end('SIGKILL')),
    holds: async ({ parts }) => (await metricsOf(parts.work)) === undefined,
    repair: startWorker,
  },
  DatabaseDown: {
    begin: ({ site }) => site.stopDatabase(),
    repair: ({ site }) => site.startDatabase(),
  },
  NoWorker: {
    begin: async ({ parts }) => void (await parts.work.end('SIGTERM')),
  },
  ProviderAway: {
    async begin({ site, create }) {
      await site.provider.goAway();
      await create('sandbox/echo', 10);
    },
    repair: ({ site }) => site.provider.comeBack(),
  },
  RunsWait: {
    async begin({ site, create }) {
      await site.provider.goAway();
      // One of them is sent as a probe again and again; the others wait.
      await create('sandbox/echo', 20);
    },
    repair: ({ site }) => site.provider.comeBack(),
  },
  OutcomesUnknown: { begin: ({ create }) => create('sandbox/lost', MANY) },
};

/** Alerts whose situation no machine of this check has, or that need more time than the check may take. */
const NO_SITUATION: Record<string, string> = {
  NoApi: 'its expression reads HAProxy',
  ServerErrors: 'its expression is a rate, which Prometheus computes',
  ProviderFails: 'its expression is a rate, which Prometheus computes',
  ProviderKeyRests: 'needs a provider with several keys',
  OutcomeOverdue: 'takes ninety minutes',
  Losses: 'its expression is an increase, which Prometheus computes',
  LeasesLost: 'its expression is an increase, which Prometheus computes',
  NotificationsLost: 'needs a pooler: check:connections has one',
  PoolExhausted: 'takes five minutes of a full pool',
  EventLoopSlow: 'takes ten minutes of load',
  WebhooksLate: 'takes five minutes',
  BroadcastsLate: 'takes fifteen minutes',
  ChoreOverdue: 'takes fifteen minutes',
  RateRefusals: 'its expression is a rate, which Prometheus computes',
  ServiceSpansLost: 'its expression is an increase, which Prometheus computes',
};

/** Programs of operators, and how to see that this machine can use them; the reason if it cannot. */
const PROGRAMS: Record<string, { look: string; reason: string }> = {
  systemctl: { look: 'systemctl is-system-running', reason: 'systemd does not run here' },
  docker: { look: 'docker info', reason: 'no Docker daemon' },
  kubectl: { look: 'kubectl cluster-info', reason: 'no Kubernetes cluster' },
  pgbackrest: { look: 'pgbackrest version', reason: 'no pgBackRest: check:recovery plays it' },
  pg_dump: { look: 'pg_dump --version | grep -q " 18"', reason: 'check:recovery plays it' },
  pg_restore: { look: 'pg_restore --version | grep -q " 18"', reason: 'check:recovery plays it' },
  psql: { look: 'psql --version | grep -q " 18"', reason: 'check:recovery plays it' },
};
/** Commands that need an event that this check does not produce. */
const AFTER_AN_EVENT: [RegExp, string][] = [
  [/recover --synchronous$/, 'needs a promoted standby: check:failover plays it'],
  [/^(promql|sql|ini): /, 'not a command of a shell'],
];

/** Commands that serve until they are stopped. */
const STARTS = /^server\/model-run-api (serve|work)$/;

export async function judgeRunbooks(site: Site, report: Report): Promise<void> {
  const scene = await openScene(site);
  const page = (name: string) => sectionsOf(readFileSync(join(site.folder, DEPLOY, name), 'utf8'));
  const runbooks = page('RUNBOOKS.md');
  const alerts = alertsOf(readFileSync(join(site.folder, DEPLOY, 'compose/alerts.yaml'), 'utf8'));
  for (const section of runbooks) {
    const alert = alerts.get(section.title);
    if (alert !== undefined) await judgeAlert(scene, section, alert, report);
    else await executeAll(scene, 'RUNBOOKS.md', section, report);
  }
  for (const name of alerts.keys()) {
    if (runbooks.some(({ title }) => title === name)) continue;
    await report.prove('runbooks', name, async () => {
      throw new Error('an alert without a section in RUNBOOKS.md');
    });
  }
  for (const section of page('RECOVERY.md'))
    await executeAll(scene, 'RECOVERY.md', section, report);
  for (const part of Object.values(scene.parts)) if (part.isAlive()) await part.end('SIGTERM');
}

async function judgeAlert(
  scene: Scene,
  section: Section,
  expression: string,
  report: Report,
): Promise<void> {
  const { title } = section;
  const situation = SITUATIONS[title];
  if (!situation) {
    await report.prove('runbooks', `${title}, its situation`, async () => {
      const reason = NO_SITUATION[title];
      throw reason ? new NotRun(reason) : new Error('the check does not know how to produce it');
    });
    return executeAll(scene, 'RUNBOOKS.md', section, report);
  }
  const holds = situation.holds ?? ((now: Scene) => isRaised(now, expression));
  const raise = () =>
    report.prove('runbooks', `${title}, raised`, async () => {
      await situation.begin(scene);
      await until(expression, RAISED_MS, () => holds(scene));
      return expression;
    });
  const isOver = async () => {
    await until(`no longer ${expression}`, RAISED_MS, async () => !(await holds(scene)));
    const ended = await clientOf(scene.parts.serve, scene.site.key).end(await createOne(scene));
    if (ended.state !== 'completed') throw new Error(`a run is ${ended.state} afterwards`);
    return 'the expression no longer holds, and a run completes';
  };
  await raise();
  const { step } = situation;
  if (step) {
    await report.prove('RUNBOOKS.md', `${title}: ${step.says}`, async () => {
      if (!section.advice.includes(step.says)) throw new Error('the section no longer says it');
      await step.play(scene);
      return isOver();
    });
    await raise();
  }
  const advice = section.advice.filter((said) => said !== step?.says);
  await executeAll(scene, 'RUNBOOKS.md', { ...section, advice }, report);
  await report.prove('runbooks', `${title}, over`, async () => {
    await situation.repair?.(scene);
    return isOver();
  });
}

async function executeAll(
  scene: Scene,
  page: string,
  { title, isPlayedElsewhere, commands, advice }: Section,
  report: Report,
): Promise<void> {
  for (const command of commands) {
    await report.prove(page, `${title}: ${command.split('\n', 1)[0]}`, async () => {
      const reason = await reasonNotToRun(command);
      if (reason) throw new NotRun(reason);
      const starts = STARTS.exec(command)?.[1] as 'serve' | 'work' | undefined;
      if (starts) {
        scene.parts[starts] = await startPart(scene.site.folder, starts, scene.environment);
        return 'it is up';
      }
      const filled = fill(scene, command);
      const { code, output } = await sh(scene.site.folder, filled, scene.environment);
      if (code !== 0) throw new Error(`exit code ${code}: ${output.slice(-600)}`);
      return 'exit code 0';
    });
  }
  for (const step of advice) {
    await report.prove(page, `${title}: ${step}`, async () => {
      throw new NotRun(isPlayedElsewhere ? 'check:recovery plays it' : 'words without a command');
    });
  }
}

async function reasonNotToRun(command: string): Promise<string | undefined> {
  const event = AFTER_AN_EVENT.find(([pattern]) => pattern.test(command));
  if (event) return event[1];
  const name = /^[\w-]+/.exec(command)?.[0] ?? '';
  const program = PROGRAMS[name];
  if (!program) return undefined;
  if (!isThere(name)) return program.reason;
  return execute('timeout', ['10', 'sh', '-c', program.look]).then(
    () => undefined,
    () => program.reason,
  );
}

/** Placeholders have one form: a name in angle brackets. */
function fill({ parts, site: { workspace }, run, key, endpoint }: Scene, command: string): string {
  const { hostname, port } = new URL(parts.serve.probes);
  const values: Record<string, string> = {
    ...{ run, key, endpoint, workspace: uuidToId('wsp', workspace) },
    ...{ process: hostname, PROBE_PORT: port },
  };
  return command.replaceAll(/<(\w+)>/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for <${name}>`);
    return value;
  });
}

async function openScene(of: Site): Promise<Scene> {
  const start = async (environment: Environment) => {
    const [serve, work] = await Promise.all([
      startPart(of.folder, 'serve', environment),
      startPart(of.folder, 'work', environment),
    ]);
    return { serve, work };
  };
  const parts = await start(of.environment);
  const { id: run } = (await clientOf(parts.serve, of.key).create('first', request('sandbox/echo')))
    .run;
  const workspace = uuidToId('wsp', of.workspace);
  const cli = async (command: string) => {
    const said = `npm run --silent cli -- ${command} --json`;
    return JSON.parse((await sh(of.folder, said, of.environment)).stdout);
  };
  const [{ id: key }] = (await cli(`keys list ${workspace}`)) as [{ id: string }];
  const hook = `webhooks create ${workspace} https://example.com/hooks --events run.completed`;
  const { id: endpoint } = (await cli(hook)) as { id: string };
  const scene: Scene = {
    ...{ site: of, environment: of.environment, parts, run, key, endpoint },
    async restart(url = of.environment.DATABASE_URL!) {
      for (const part of Object.values(scene.parts)) if (part.isAlive()) await part.end('SIGTERM');
      scene.environment = { ...of.environment, DATABASE_URL: url };
      scene.parts = await start(scene.environment);
    },
    async create(model, count) {
      const client = clientOf(scene.parts.serve, of.key);
      const creates = Array.from({ length: count }, () =>
        createForSure(client, crypto.randomUUID(), request(model)),
      );
      await Promise.all(creates);
    },
  };
  return scene;
}

async function createOne({ parts, site: { key } }: Scene): Promise<string> {
  const client = clientOf(parts.serve, key);
  const body = request('sandbox/echo');
  const name = crypto.randomUUID();
  let id: string | undefined;
  await until('a create is accepted', RAISED_MS, async () => {
    const answer = await client.create(name, body).catch(() => undefined);
    if (answer && answer.status < 400) id = answer.run.id;
    return id !== undefined;
  });
  return id!;
}

async function startWorker(scene: Scene): Promise<void> {
  scene.parts.work = await startPart(scene.site.folder, 'work', scene.environment);
}

/** A copy of the database in another place, as somebody who restores one has it. Nothing may be connected meanwhile. */
async function copyDatabase({ site: of, parts }: Scene): Promise<string> {
  for (const part of Object.values(parts)) await part.end('SIGTERM');
  const url = new URL(of.environment.DATABASE_URL!);
  const name = url.pathname.slice(1);
  const administration = new URL(of.superuserUrl());
  administration.pathname = '/postgres';
  const copy = `copy_${randomBytes(4).toString('hex')}`;
  const db = createDb({ url: administration.href, max: 1, applicationName: 'rehearsal' });
  await db.query(`create database ${copy} template "${name}"`).finally(() => db.close());
  url.pathname = `/${copy}`;
  return url.href;
}

/** The expressions of alerts by their names. */
function alertsOf(text: string): Map<string, string> {
  const found = text.matchAll(/- alert: (\w+)\n +expr: (?:>-\n)?([\s\S]*?)\n +(?:for|labels):/g);
  return new Map(
    Array.from(found, ([, name = '', said = '']) => [name, said.replaceAll(/\s+/g, ' ')]),
  );
}

/** What these processes can know: the largest value of a gauge, each of a group, or the sum of the groups. */
const EXPRESSION =
  /^(sum\()?max( by \([\w, ]+\) )?\((\w+)(?:\{(\w+)=~?"([^"]+)"\})?\)\)? (==|>) ([\d.]+)$/;

async function isRaised({ parts }: Scene, expression: string): Promise<boolean> {
  const [, sums, groups, metric, label, values, operator, bound] =
    EXPRESSION.exec(expression) ?? [];
  if (!metric) throw new Error(`the check cannot evaluate ${expression}`);
  const wanted = label && new RegExp(`\\b${label}="(?:${values})"`);
  const most = new Map<string, number>();
  for (const part of Object.values(parts)) {
    const lines = (await metricsOf(part))?.split('\n') ?? [];
    for (const line of lines) {
      const [, name, labels = '', value] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? [];
      if (name !== metric || (wanted && !wanted.test(labels))) continue;
      const group = groups ? labels : '';
      most.set(group, Math.max(most.get(group) ?? Number.NEGATIVE_INFINITY, Number(value)));
    }
  }
  const all = [...most.values()];
  const judged = sums ? [all.reduce((sum, each) => sum + each, 0)] : all;
  return judged.some((each) => (operator === '==' ? each === Number(bound) : each > Number(bound)));
}

async function metricsOf(part: Part): Promise<string | undefined> {
  const answer = await fetch(`${part.probes}/metrics`).catch(() => undefined);
  return answer?.text();
}
