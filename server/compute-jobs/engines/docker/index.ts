/** The engine `docker`: containers at Docker, or at Podman with the same interface. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';
import { LRUCache } from 'lru-cache';
import { pack } from 'tar-stream';
import { unlessAborted } from '../../../platform/lib/on-abort.ts';
import { archiveOf, dockerOptions, optionsFor } from '../container.ts';
import {
  type ComputeEngine,
  type JobEnding,
  type JobOrder,
  type JobStatus,
  keptOf,
  type StartOutcome,
} from '../engine.ts';
import { type Presence, roomOf, withoutRoom } from '../machine.ts';
import {
  codeBody,
  HOLDER_MB,
  holderBody,
  type KeptOrder,
  LABELS,
  labelsOf,
  nameOf,
  type Plan,
  sharesProcesses,
  volumeBody,
  WORKDIR,
} from './bodies.ts';
import {
  type DockerEngineOptions,
  isAbsent,
  isTaken,
  statusOf,
  troubleOf,
  unlessAbsent,
} from './connection.ts';
import { artifactsOf, fileOf, keptPieces, logSizes } from './outputs.ts';

export { connectionOf, isHere } from './connection.ts';

/** A process that created a job's container and has been gone this long will not start it. */
const MADE_AND_LEFT_MS = 120_000;
/** By the wall clock, which may jump: used only if no holder ends the code. */
const LATE_MS = 5_000;
const REQUEST_WITHIN_MS = 60_000;
const KILLED = 137;

type Found = Docker.ContainerInspectInfo;

export class DockerEngine implements ComputeEngine {
  readonly name = 'docker';
  readonly isolation;
  readonly #docker: Docker;
  readonly #options: DockerEngineOptions;
  /** When this process first saw a job running, by a monotonic clock. */
  readonly #seen = new LRUCache<string, number>({ max: 10_000 });
  /** The process requests files one name at a time: concurrent reads wait for the same answer. */
  readonly #endings = new LRUCache<string, Promise<JobStatus>>({ max: 1_000 });

  constructor(options: DockerEngineOptions) {
    this.#options = options;
    options.machine?.know(this.name, (jobId) => this.#presenceOf(jobId));
    this.isolation = sharesProcesses(options) ? ('container' as const) : ('gvisor' as const);
    this.#docker = new Docker({
      ...options.connection,
      timeout: REQUEST_WITHIN_MS,
    } as Docker.DockerOptions);
  }

  get room() {
    return this.#options.machine && roomOf(this.#options.machine, HOLDER_MB);
  }

  async start(order: JobOrder, signal: AbortSignal): Promise<StartOutcome> {
    const parsed = optionsFor(dockerOptions, order);
    if ('refused' in parsed) return { kind: 'refused', reason: parsed.refused };
    const { deployment, runtime } = this.#options;
    try {
      const before = await unlessAborted(
        signal,
        this.#beforeStart(order.jobId, parsed.options.image),
      );
      if ('outcome' in before) return before.outcome;
      const without = await this.#withoutRoom(order);
      if (without) return without;
      const plan: Plan = { order, options: parsed.options, deployment, runtime, ...before };
      return await unlessAborted(signal, makeAndStart(this.#docker, plan)).catch(unknownOutcome);
    } catch (error) {
      // Nothing was requested yet except the existing jobs.
      return { kind: 'not_started', ...troubleOf(error) };
    }
  }

  async #beforeStart(
    jobId: string,
    image: string,
  ): Promise<{ outcome: StartOutcome } | { imageVolumes: string[] }> {
    const there = await this.#find(jobId);
    if (there && !isUnstarted(there)) return { outcome: { kind: 'started' } };
    if (await this.#isCancelled(jobId)) {
      return { outcome: { kind: 'refused', reason: 'The job was canceled.' } };
    }
    const found = await unlessAbsent(this.#docker.getImage(image).inspect());
    if (!found) return { outcome: { kind: 'refused', reason: 'The image is not there.' } };
    return { imageVolumes: Object.keys(found.Config?.Volumes ?? {}) };
  }

  async #withoutRoom(order: JobOrder): Promise<StartOutcome | undefined> {
    const { machine } = this.#options;
    if (!machine) return undefined;
    const { jobId, owner = '', cpuMillis, timeoutMs } = order;
    const need = { jobId, owner, cpuMillis, timeoutMs, memoryMb: order.memoryMb + HOLDER_MB };
    const reason = machine.refusalOf(need);
    if (reason !== undefined) return { kind: 'refused', reason };
    const admission = await machine.admit(this.name, need);
    return admission.isAdmitted ? undefined : withoutRoom(admission);
  }

  async #presenceOf(jobId: string): Promise<Presence> {
    try {
      const found = await this.#find(jobId);
      if (!found) return 'absent';
      return isUnstarted(found) || found.State.Running ? 'open' : 'over';
    } catch {
      return 'unknown';
    }
  }

  async inspect(jobId: string, signal: AbortSignal): Promise<JobStatus> {
    try {
      return await unlessAborted(signal, this.#statusOf(jobId));
    } catch (error) {
      return { kind: 'unavailable', ...troubleOf(error) };
    }
  }

  async #statusOf(jobId: string): Promise<JobStatus> {
    const known = this.#endings.get(jobId);
    if (known) return known;
    const found = await this.#find(jobId);
    if (!found) {
      const isCancelled = await this.#isCancelled(jobId);
      return isCancelled
        ? { kind: 'never_started', reason: 'It was canceled.' }
        : { kind: 'absent' };
    }
    if (isUnstarted(found)) return this.#unstarted(jobId, found);
    if (!found.State.Running && timeOf(found.State.FinishedAt)) {
      const ended = this.#ended(jobId, found);
      this.#endings.set(jobId, ended);
      const forget = () => this.#endings.delete(jobId);
      ended.then(({ kind }) => kind === 'ended' || forget(), forget);
      return ended;
    }
    const startedAt = new Date(found.State.StartedAt);
    await this.#endInTime(jobId, startedAt, orderOf(found));
    return { kind: 'running', startedAt };
  }

  async #unstarted(jobId: string, found: Found): Promise<JobStatus> {
    const age = Date.now() - Date.parse(found.Created);
    if (age < MADE_AND_LEFT_MS || !(await takeOver(this.#docker, jobId)))
      return { kind: 'starting' };
    return { kind: 'never_started', reason: 'Its start was not finished.' };
  }

  /** The holder does this too, some seconds later, without the service. */
  async #endInTime(jobId: string, startedAt: Date, { timeoutMs }: KeptOrder): Promise<void> {
    const first = this.#seen.get(jobId) ?? performance.now();
    this.#seen.set(jobId, first);
    const isLate = Date.now() - startedAt.getTime() >= timeoutMs + LATE_MS;
    const isOver = performance.now() - first >= timeoutMs;
    if (isOver || (isLate && this.isolation === 'gvisor')) await this.#kill(jobId);
  }

  async #ended(jobId: string, found: Found): Promise<JobStatus> {
    const { State } = found;
    const [startedAt, endedAt] = [timeOf(State.StartedAt), timeOf(State.FinishedAt)];
    if (!startedAt || !endedAt) {
      return { kind: 'never_started', reason: 'The engine could not start it.' };
    }
    const order = orderOf(found);
    const took = Math.max(0, endedAt.getTime() - startedAt.getTime());
    const holder = await unlessAbsent(this.#docker.getContainer(nameOf.holder(jobId)).inspect());
    if (State.ExitCode !== 0 && took < order.timeoutMs && endedWith(holder, endedAt)) {
      return { kind: 'lost', reason: 'The engine or its machine was stopped.' };
    }
    const isUnheard = State.ExitCode < 0 && took < order.timeoutMs;
    if (isUnheard && !(await this.#isCancelled(jobId))) {
      return { kind: 'lost', reason: 'The engine does not know how it ended.' };
    }
    const ending: JobEnding = {
      ...(await this.#resultOf(jobId, found, took, order)),
      startedAt,
      endedAt,
      billableMs: Math.min(order.timeoutMs, took),
      logs: await logSizes(this.#docker, jobId, order.maxLogBytes),
      ...keptOf(order.outputs, await artifactsOf(this.#docker, jobId, order)),
    };
    return { kind: 'ended', ending };
  }

  async #resultOf(jobId: string, { State }: Found, took: number, { timeoutMs }: KeptOrder) {
    const { ExitCode: exitCode, OOMKilled } = State;
    // Below zero: Podman knows only that the code has ended.
    const isKilled = exitCode === KILLED || exitCode < 0 || (OOMKilled && exitCode !== 0);
    if (!isKilled) {
      return { result: 'exited' as const, exitCode };
    }
    if (took >= timeoutMs) return { result: 'timed_out' as const };
    if (await this.#isCancelled(jobId)) return { result: 'cancelled' as const };
    // Podman does not report the lack of memory. Nobody else sends this signal from outside.
    const isMemory = OOMKilled || (await this.#isPodman());
    return {
      result: isMemory ? ('out_of_memory' as const) : ('exited' as const),
      signal: 'SIGKILL',
    };
  }

  async logs(jobId: string, stream: 'stdout' | 'stderr', after: number, maxBytes: number) {
    const found = await this.#find(jobId);
    if (!found) return undefined;
    const parts: Uint8Array[] = [];
    let [at, left] = [0, maxBytes];
    if (isUnstarted(found)) return new Uint8Array();
    for await (const piece of keptPieces(this.#docker, jobId, orderOf(found).maxLogBytes)) {
      if (piece === 'incomplete' || piece.stream !== stream) continue;
      const part = piece.bytes.subarray(Math.max(0, after - at)).subarray(0, left);
      at += piece.bytes.length;
      left -= part.length;
      parts.push(part);
      if (left <= 0) break;
    }
    return Buffer.concat(parts);
  }

  async artifact(jobId: string, name: string) {
    const found = await this.#find(jobId);
    if (!found || found.State.Running || !orderOf(found).outputs.includes(name)) return undefined;
    return fileOf(this.#docker, jobId, name, orderOf(found).maxArtifactBytes);
  }

  async cancel(jobId: string, signal: AbortSignal): Promise<void> {
    await unlessAborted(signal, this.#cancel(jobId));
  }

  async #cancel(jobId: string): Promise<void> {
    const found = await this.#find(jobId);
    if (found && !isUnstarted(found) && !found.State.Running) return;
    await this.#docker.createVolume({
      Name: nameOf.cancelled(jobId),
      Driver: 'local',
      Labels: labelsOf(jobId, this.#options.deployment, 'cancelled'),
    });
    if (found && (await takeOver(this.#docker, jobId))) return;
    await this.#kill(jobId);
  }

  async remove(jobId: string): Promise<void> {
    for (const { Id } of await this.#containersOf(jobId)) {
      await unlessAbsent(this.#docker.getContainer(Id).remove({ force: true, v: true }));
    }
    for (const name of [nameOf.volume(jobId), nameOf.cancelled(jobId)]) {
      const volume = this.#docker.getVolume(name);
      const labels = (await unlessAbsent(volume.inspect()))?.Labels;
      if (labels?.[LABELS.deployment] === this.#options.deployment) {
        await unlessAbsent(volume.remove());
      }
    }
    this.#endings.delete(jobId);
    await this.#options.machine?.release(jobId);
  }

  /** Remove the code before its holder: the engine removes nothing that something else depends on. */
  async #containersOf(jobId: string): Promise<Docker.ContainerInfo[]> {
    const label = [`${LABELS.job}=${jobId}`, `${LABELS.deployment}=${this.#options.deployment}`];
    const all = await this.#docker.listContainers({ all: true, filters: { label } });
    const isHolder = ({ Labels }: Docker.ContainerInfo) => Labels[LABELS.part] === 'holder';
    return [...all.filter((one) => !isHolder(one)), ...all.filter(isHolder)];
  }

  async list(): Promise<{ jobId: string; createdAt: Date }[]> {
    const filters = { label: [`${LABELS.deployment}=${this.#options.deployment}`] };
    const containers = await this.#docker.listContainers({ all: true, filters });
    const { Volumes } = await this.#docker.listVolumes({ filters });
    const first = new Map<string, number>();
    const add = (jobId: string | undefined, at: number) => {
      if (jobId !== undefined) first.set(jobId, Math.min(at, first.get(jobId) ?? at));
    };
    for (const { Labels, Created } of containers) add(Labels[LABELS.job], Created * 1_000);
    for (const volume of Volumes ?? []) {
      const { CreatedAt } = volume as { CreatedAt?: string };
      add(volume.Labels?.[LABELS.job], Date.parse(CreatedAt ?? '') || Date.now());
    }
    return [...first].map(([jobId, at]) => ({ jobId, createdAt: new Date(at) }));
  }

  async close(): Promise<void> {}

  #find(jobId: string): Promise<Found | undefined> {
    return unlessAbsent(this.#docker.getContainer(nameOf.code(jobId)).inspect());
  }

  /** A container that has ended is no error. */
  async #kill(jobId: string): Promise<void> {
    await this.#docker
      .getContainer(nameOf.code(jobId))
      .kill({ signal: 'SIGKILL' })
      .catch((error: unknown) => {
        if (![404, 409, 500].includes(statusOf(error) ?? 0)) throw error;
      });
  }

  async #isCancelled(jobId: string): Promise<boolean> {
    const marker = await unlessAbsent(this.#docker.getVolume(nameOf.cancelled(jobId)).inspect());
    return marker !== undefined;
  }

  #podman: Promise<boolean> | undefined;
  #isPodman(): Promise<boolean> {
    this.#podman ??= this.#docker
      .version()
      .then(({ Components }) => (Components ?? []).some(({ Name }) => /podman/i.test(Name)));
    return this.#podman;
  }
}

/** Another process may have made the job meanwhile, or this start may have come part of the way. */
function unknownOutcome(error: unknown): StartOutcome {
  return { kind: 'unknown', ...troubleOf(error) };
}

function orderOf({ Config }: Found): KeptOrder {
  return JSON.parse(Config.Labels[LABELS.order]!) as KeptOrder;
}

/** Engines write the year 1 if something has not happened. */
function timeOf(text: string): Date | undefined {
  const time = new Date(text);
  return time.getUTCFullYear() > 1970 ? time : undefined;
}

/** Whether the holder ended together with the code, which never happens while the engine runs. */
function endedWith(holder: Found | undefined, endedAt: Date): boolean {
  if (!holder || holder.State.Running) return false;
  const at = timeOf(holder.State.FinishedAt);
  return at !== undefined && Math.abs(at.getTime() - endedAt.getTime()) < 5_000;
}

/** How long a start by its name may still be in progress inside the engine after the name went to another container. */
const LATE_START_MS = 1_000;

/**
 * Starts a job at the engine exactly once, whichever process tries, and however often. The process that creates the
 * container starts it, by its name. Every earlier step may be repeated.
 */
async function makeAndStart(docker: Docker, plan: Plan): Promise<StartOutcome> {
  const { jobId } = plan.order;
  await docker.createVolume(volumeBody(plan));
  await unlessTaken(docker.createContainer(holderBody(plan)));
  await unlessRunning(docker.getContainer(nameOf.holder(jobId)).start());
  const code = await unlessTaken(docker.createContainer(codeBody(plan)));
  if (!code && !(await takeOver(docker, jobId))) return { kind: 'started' };
  if (!code) return makeAndStart(docker, plan);
  await putFiles(docker, plan);
  return startOnce(docker, jobId);
}

/**
 * Another process created the container and has not started it, and may be about to. It starts the container by its
 * name, so nobody can once the container has another name. Returns whether it is gone now and the name is free.
 */
async function takeOver(docker: Docker, jobId: string): Promise<boolean> {
  const found = await unlessAbsent(docker.getContainer(nameOf.code(jobId)).inspect());
  if (!found) return true;
  if (!isUnstarted(found)) return false;
  const left = docker.getContainer(found.Id);
  await left.rename({ name: `${jobId}-left-${randomUUID().slice(0, 8)}` });
  await sleep(LATE_START_MS);
  if (!isUnstarted(await left.inspect())) {
    await left.rename({ name: nameOf.code(jobId) });
    return false;
  }
  await left.remove({ force: true, v: true });
  return true;
}

function isUnstarted({ State }: Docker.ContainerInspectInfo): boolean {
  return ['created', 'configured', 'initialized'].includes(State.Status);
}

async function startOnce(docker: Docker, jobId: string): Promise<StartOutcome> {
  try {
    await docker.getContainer(nameOf.code(jobId)).start();
    return { kind: 'started' };
  } catch (error) {
    if (statusOf(error) === 304) return { kind: 'started' };
    if (isAbsent(error) && (await unlessAbsent(docker.getContainer(jobId).inspect()))) {
      return { kind: 'unknown', reason: 'Somebody else is starting the job.' };
    }
    if (statusOf(error) === undefined) throw error;
    // The engine reports that it could not: it must not try again later.
    if (!(await takeOver(docker, jobId))) return { kind: 'started' };
    return { kind: 'not_started', ...troubleOf(error) };
  }
}

async function putFiles(docker: Docker, { order, options }: Plan): Promise<void> {
  const { uid, gid, source } = options;
  const stdinFile = nameOf.stdin(order.jobId);
  const archive = archiveOf(pack(), order, {
    ...{ uid, gid, stdinFile, ownsFolder: true },
    sourceFile: source?.file,
  });
  const holder = docker.getContainer(nameOf.holder(order.jobId));
  await holder.putArchive(archive, { path: WORKDIR });
}

async function unlessTaken<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (isTaken(error)) return undefined;
    throw error;
  });
}

async function unlessRunning(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (statusOf(error) !== 304) throw error;
  });
}
