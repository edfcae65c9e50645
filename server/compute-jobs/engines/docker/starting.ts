/** Starts a job at the engine exactly once, whichever process tries, and however often. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { pack } from 'tar-stream';
import { archiveOf } from '../archive.ts';
import type { StartOutcome } from '../engine.ts';
import { codeBody, holderBody, nameOf, type Plan, volumeBody, WORKDIR } from './bodies.ts';
import { isAbsent, isTaken, statusOf, troubleOf, unlessAbsent } from './failures.ts';

/** How long a start by its name may still be in progress inside the engine after the name went to another container. */
const LATE_START_MS = 1_000;

/** The process that creates the container starts it, by its name. Every earlier step may be repeated. */
export async function makeAndStart(docker: Docker, plan: Plan): Promise<StartOutcome> {
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
export async function takeOver(docker: Docker, jobId: string): Promise<boolean> {
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

export function isUnstarted({ State }: Docker.ContainerInspectInfo): boolean {
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
