/**
 * Keeps one job: launches its code, ends it in time or on request, keeps its output and its files within bounds, and writes
 * how it ended. A separate program: it outlives the service, and reads and writes only the job's folder.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { mkdir, open, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Artifact, type JobEnding, keptOf } from '../engine.ts';
import {
  type Exit,
  type ExitFacts,
  isThere,
  type KeptEnding,
  type KeptJob,
  type KeptOrder,
  type Launch,
  type LocalRuntime,
  logSizesOf,
  readJson,
  writeFirst,
  writeWhole,
} from './job-folder.ts';
import { type Ended, killGroup, nameOf, watchCode } from './processes.ts';

/** A report may come a moment after the exit. */
const REPORTS_WITHIN_MS = 100;
/** The exit code that shells give to a killed process. */
const KILLED = 137;
const DIES_WITHIN_MS = 1_000;
/** A process that has not begun the code by then never does. */
const BEGINS_WITHIN_MS = 60_000;
/** After the reported end: Node.js writes its compile cache when it exits. */
const EXITS_WITHIN_MS = 2_000;
/** After that, the keeper no longer waits for processes that the code left with its output open. */
const LOGS_END_WITHIN_MS = 2_000;

/** Does nothing if another process keeps the job, or if nobody has to. */
export async function keepJob(folder: string, runtime: LocalRuntime): Promise<void> {
  const order = await readJson<KeptOrder>(join(folder, 'order.json'));
  if (!order) return;
  if (!(await writeFirst(join(folder, 'keeper.json'), await nameOf(process.pid)))) return;
  // The end of a session or of a terminal does not end a job.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  const job: KeptJob = { order, folder, work: join(folder, 'work'), stdin: join(folder, 'stdin') };
  const kept = await carryOut(job, runtime);
  const { jobId, settings } = order;
  await runtime.clear?.({ jobId, folder, settings });
  await writeWhole(join(folder, 'ending.json'), kept);
}

async function carryOut(job: KeptJob, runtime: LocalRuntime): Promise<KeptEnding> {
  if (await isThere(join(job.folder, 'cancel'))) return neverStarted('It was canceled.');
  let launch: Launch;
  let child: ChildProcess;
  const stdin = await open(job.stdin, 'r');
  try {
    launch = await runtime.launch(job);
    await writeFile(join(job.folder, 'launched'), '');
    child = spawn(launch.file, launch.args, {
      env: launch.env,
      cwd: launch.cwd,
      detached: true,
      // The last one says by its end that the keeper is gone.
      stdio: [stdin.fd, 'pipe', 'pipe', 'pipe', 'pipe'],
    });
    await once(child, 'spawn');
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { ...neverStarted('The engine could not launch its code.'), fault };
  } finally {
    await stdin.close();
  }
  return watch(job, launch, child);
}

async function watch(job: KeptJob, launch: Launch, child: ChildProcess): Promise<KeptEnding> {
  const { order, folder } = job;
  const exited = exitOf(child);
  const logs = keepLogs(
    { stdout: child.stdout!, stderr: child.stderr! },
    folder,
    order.maxLogBytes,
  );
  const reports = hear(child.stdio[3] as Readable);
  const processName = nameOf(child.pid!).then((name) =>
    writeWhole(join(folder, 'process.json'), name),
  );
  const begun = launch.reportsStart ? await beginning(reports.started, exited) : true;
  const startedAt = new Date();
  const watching = await watchCode(job, launch, child.pid!);
  if (begun) await writeWhole(join(folder, 'started.json'), { startedAt });
  const over = Promise.race([exited, reports.ended]);
  const { ended, ranMs: billableMs } = begun
    ? await watching.untilEnd(over)
    : { ended: 'never_started' as const, ranMs: 0 };
  if (ended !== 'exited') {
    killGroup(child.pid!);
    await launch.end?.().catch(() => {});
  }
  // A process that reported the end of its code may hang in its own exit: the keeper kills it, and the report counts.
  const exit = (await Promise.race([exited, lateExit(reports.ended)])) ?? {
    code: null,
    signal: null,
  };
  killGroup(child.pid!);
  await Promise.race([exited, sleep(DIES_WITHIN_MS, undefined, { ref: false })]);
  const read = Promise.all([logs.ended, reports.read]);
  await Promise.race([read, sleep(LOGS_END_WITHIN_MS, undefined, { ref: false })]);
  for (const stream of [child.stdout, child.stderr, child.stdio[3] as Readable]) stream?.destroy();
  await Promise.all([logs.ended, processName]);
  const facts = (await launch.factsOf?.(exit, reports.lines).catch(() => undefined)) ?? {};
  if (ended === 'never_started') return neverStarted(facts.neverStarted ?? 'The code never began.');
  if (facts.neverStarted !== undefined) return neverStarted(facts.neverStarted);
  const cpuMs = facts.cpuMs ?? (await watching.cpuMs());
  const artifacts = await collectArtifacts(job, order.outputs, order.maxArtifactBytes);
  return {
    kind: 'ended',
    ending: {
      ...outcomeOf(ended, exit, facts),
      startedAt: startedAt.toISOString(),
      endedAt: new Date(startedAt.getTime() + billableMs).toISOString(),
      billableMs,
      ...(cpuMs !== undefined && { cpuMs }),
      ...(facts.maxMemoryBytes !== undefined && { maxMemoryBytes: facts.maxMemoryBytes }),
      logs: await logSizesOf(folder),
      ...keptOf(order.outputs, artifacts),
    },
  };
}

function outcomeOf(
  ended: Ended,
  exit: Exit,
  facts: ExitFacts,
): Pick<JobEnding, 'result' | 'exitCode' | 'signal'> {
  if (ended === 'timed_out' || ended === 'cancelled') return { result: ended };
  if (ended === 'out_of_memory') return { result: ended, exitCode: KILLED };
  const exitCode = facts.exitCode ?? exit.code ?? undefined;
  // Once a process has reported the end of its code, its own exit says nothing about the code.
  const signal = facts.signal ?? (facts.exitCode === undefined ? exit.signal : null) ?? undefined;
  return {
    result: facts.outOfMemory ? 'out_of_memory' : 'exited',
    ...(exitCode !== undefined && { exitCode }),
    ...(signal !== undefined && { signal }),
  };
}

/** Whether the code began: its process may end before that, or report nothing. */
async function beginning(started: Promise<void>, exited: Promise<Exit>): Promise<boolean> {
  return Promise.race([
    started.then(() => true),
    exited.then(() => Promise.race([started.then(() => true), sleep(REPORTS_WITHIN_MS, false)])),
    sleep(BEGINS_WITHIN_MS, false, { ref: false }),
  ]);
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/** Undefined once the time for the process's exit is over. */
async function lateExit(ended: Promise<void>): Promise<undefined> {
  await ended;
  await sleep(EXITS_WITHIN_MS, undefined, { ref: false });
}

/** What the process reports besides the output of the code. */
function hear(stream: Readable) {
  const lines: Record<string, unknown>[] = [];
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  stream.on('error', () => {});
  const reader = createInterface({ input: stream });
  reader.on('line', (line) => {
    try {
      lines.push(JSON.parse(line));
    } catch {
      return;
    }
    if (lines.at(-1)?.started === true) started.resolve();
    if (lines.at(-1)?.exitCode !== undefined) ended.resolve();
  });
  const read = new Promise<void>((resolve) => reader.once('close', resolve));
  return { lines, started: started.promise, ended: ended.promise, read };
}

function neverStarted(reason: string): KeptEnding & { kind: 'never_started' } {
  return { kind: 'never_started', reason };
}

/**
 * Takes the files to keep from the working directory, which hostile code has filled. Only regular files, none of them
 * through a link, and in total no more bytes than allowed: a file that does not fit is left out.
 */
async function collectArtifacts(
  { work, folder }: { work: string; folder: string },
  outputs: readonly string[],
  maxBytes: number,
): Promise<Artifact[]> {
  const kept: Artifact[] = [];
  const into = join(folder, 'artifacts');
  await mkdir(into, { recursive: true });
  const root = await realpath(work);
  let left = maxBytes;
  for (const name of new Set(outputs)) {
    const target = join(into, String(kept.length));
    const taken = await copyBounded(root, name, target, left).catch(() => undefined);
    if (!taken) await rm(target, { force: true });
    else {
      kept.push({ name, ...taken });
      left -= taken.bytes;
    }
  }
  return kept;
}

async function copyBounded(root: string, name: string, target: string, maxBytes: number) {
  const path = join(root, name);
  // Linked folders lead out of the working directory; the open itself refuses a link at the end.
  if ((await realpath(dirname(path))) !== dirname(path)) return undefined;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags);
  try {
    // Code that still runs could have put a link there meanwhile.
    const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path));
    if (opened !== path) return undefined;
    const { size } = await file.stat().then((stat) => (stat.isFile() ? stat : { size: Infinity }));
    if (size > maxBytes) return undefined;
    const hash = createHash('sha256');
    let bytes = 0;
    await writeFile(
      target,
      (async function* () {
        for await (const chunk of file.createReadStream({ autoClose: false, end: maxBytes })) {
          bytes += chunk.length;
          hash.update(chunk);
          yield chunk;
        }
      })(),
    );
    return bytes > maxBytes ? undefined : { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

interface LogKeeper {
  /** Resolves when both streams have ended. */
  ended: Promise<unknown>;
}

/** Writes the code's output into files of a bounded size, and discards the rest, so that the code does not block. */
function keepLogs(
  streams: { stdout: Readable; stderr: Readable },
  folder: string,
  maxBytes: number,
): LogKeeper {
  let left = maxBytes;
  async function keep(stream: Readable, name: string): Promise<void> {
    const file = await open(join(folder, name), 'a');
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        const kept = chunk.subarray(0, left);
        left -= kept.length;
        if (kept.length > 0) await file.write(kept);
        if (kept.length < chunk.length) await writeFile(join(folder, 'truncated'), '');
      }
    } finally {
      await file.close();
    }
  }
  const each = [keep(streams.stdout, 'stdout'), keep(streams.stderr, 'stderr')];
  return { ended: Promise.allSettled(each) };
}
