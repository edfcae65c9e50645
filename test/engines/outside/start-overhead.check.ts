/**
 * The time of an engine from a start to the first step of the code, by turns with a Node process that does nothing, so
 * that the figures mean something on a busy machine. Prints a table.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DockerEngine } from '../../../server/compute-jobs/engines/docker/index.ts';
import type { ComputeEngine } from '../../../server/compute-jobs/engines/engine.ts';
import { createJavascriptEngine } from '../../../server/compute-jobs/engines/javascript/index.ts';
import { createOciEngine } from '../../../server/compute-jobs/engines/oci/index.ts';
import {
  IMAGE,
  makeRootfs,
  type Podman,
  removeMounted,
  startPodman,
} from '../../support/containers.ts';
import { INSTALL_TIMEOUT_MS, installed } from '../../support/installed.ts';
import { machineIn } from '../../support/machine.ts';
import { orderOf, run, textOf } from '../expectations.ts';
import { SHELL, SHELL_SOURCE } from '../shell-programs.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 8);
/** Seconds since the machine started, to hundredths: one clock for it and for its containers. */
const UPTIME = '/proc/uptime';
const uptimeMs = () => Number(readFileSync(UPTIME, 'utf8').split(' ')[0]) * 1_000;

interface Measured {
  name: string;
  engine: ComputeEngine;
  options: object;
  source: string;
  /** When the code began, by its output, and the time now by the same clock. */
  now(): number;
  began(text: string): number;
}

const measured: Measured[] = [];
let [root, rootfs] = ['', ''];
let podman: Podman;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'overhead-'));
  rootfs = makeRootfs();
  podman = await startPodman();
  const machine = await machineIn(root);
  const shell = { source: `cat ${UPTIME}`, now: uptimeMs, began: toUptimeMs };
  measured.push({
    ...{ name: 'javascript', options: {}, source: 'console.log(Date.now())' },
    ...{ now: Date.now, began: Number },
    engine: await createJavascriptEngine({ root: join(root, 'javascript'), machine }),
  });
  for (const program of [installed('runc', 'runc'), process.env.RUNSC ?? '']) {
    if (program === '') continue;
    const engine = await createOciEngine({ root: join(root, program), machine, program });
    const name = `oci with ${program.split('/').at(-1)}`;
    measured.push({ ...shell, name, engine, options: { rootfs, source: SHELL_SOURCE } });
  }
  const connection = { socketPath: podman.socketPath };
  measured.push({
    ...{ ...shell, name: 'docker at Podman', options: { image: IMAGE, source: SHELL_SOURCE } },
    engine: new DockerEngine({ connection, deployment: 'test' }),
  });
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  for (const { engine } of measured) {
    for (const { jobId } of await engine.list()) await engine.remove(jobId);
  }
  await podman.close();
  await removeMounted(root);
  await removeMounted(rootfs);
});

const toUptimeMs = (text: string) => Number(text.split(' ')[0]) * 1_000;

async function startOf({ engine, name, options, source, now, began }: Measured): Promise<number> {
  const subject = {
    ...{ engine: () => engine, open: async () => engine, programs: SHELL },
    environment: () => ({ id: name.replaceAll(/\W/g, '-'), options }),
  };
  const order = orderOf(subject, { source });
  const before = now();
  expect(await run(engine, order)).toMatchObject({ result: 'exited', exitCode: 0 });
  return began(await textOf(engine, order.jobId)) - before;
}

async function emptyNode(): Promise<number> {
  const before = performance.now();
  await promisify(execFile)(process.execPath, ['-e', '0']);
  return performance.now() - before;
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;

it('measures what a start takes', async () => {
  const times = new Map<string, number[]>(measured.map(({ name }) => [name, []]));
  const floor: number[] = [];
  // The first one of each reads its code from the disk.
  for (let round = 0; round <= ROUNDS; round++) {
    const node = await emptyNode();
    if (round > 0) floor.push(node);
    for (const one of measured) {
      const ms = await startOf(one);
      if (round > 0) times.get(one.name)!.push(ms);
    }
  }
  const node = median(floor);
  console.log(
    `${availableParallelism()} processors, load ${loadavg()[0]!.toFixed(1)}; an empty process of Node takes ${Math.round(node)} ms`,
  );
  console.table(
    Object.fromEntries(
      [...times].map(([name, all]) => [
        name,
        {
          'to the first step': `${Math.round(median(all))} ms`,
          'beside empty processes': (median(all) / node).toFixed(1),
        },
      ]),
    ),
  );
}, 300_000);
