/** Interprets the cluster's status of a job. */
import { createHash } from 'node:crypto';
import type { V1ContainerStatus, V1Job, V1Pod } from '@kubernetes/client-node';
import type { Artifact, JobEnding } from '../engine.ts';
import { CANCELLED, type KeptOrder, ORDER } from './bodies.ts';

export function orderOf(job: V1Job): KeptOrder | undefined {
  const text = job.metadata?.annotations?.[ORDER];
  return text === undefined ? undefined : (JSON.parse(text) as KeptOrder);
}

export function isCancelled(job: V1Job): boolean {
  return job.metadata?.annotations?.[CANCELLED] !== undefined;
}

export function codeStatusOf(pod: V1Pod): V1ContainerStatus['state'] {
  return pod.status?.initContainerStatuses?.find(({ name }) => name === 'code')?.state;
}

/** Whether nothing in the pod will run any more. */
export function isOver({ status }: V1Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** The times are the machine's own, in whole seconds: Kubernetes has no finer ones. */
export function endingOf(
  job: V1Job,
  pod: V1Pod,
  order: KeptOrder,
): Omit<JobEnding, 'logs' | 'artifacts'> | undefined {
  const ended = codeStatusOf(pod)?.terminated;
  if (!ended?.startedAt || !ended.finishedAt) return undefined;
  const [startedAt, endedAt] = [new Date(ended.startedAt), new Date(ended.finishedAt)];
  const took = Math.max(0, endedAt.getTime() - startedAt.getTime());
  const billableMs = Math.min(order.timeoutMs, took);
  const times = { startedAt, endedAt, billableMs };
  const written = /^\d+/.exec(ended.message ?? '')?.[0];
  if (ended.reason === 'OOMKilled') return { result: 'out_of_memory', signal: 'SIGKILL', ...times };
  if (written !== undefined) return { result: 'exited', exitCode: Number(written), ...times };
  if (isCancelled(job)) return { result: 'cancelled', ...times };
  if (pod.status?.reason === 'DeadlineExceeded' || took >= order.timeoutMs) {
    return { result: 'timed_out', ...times };
  }
  return { result: 'exited', exitCode: ended.exitCode, ...times };
}

/** The output of the container of the artifacts. Leaves out a truncated file. */
export function artifactsIn(log: string, order: KeptOrder): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  let left = order.maxArtifactBytes;
  for (const [, encoded, text] of log.matchAll(/^file (\S+)\n([A-Za-z0-9+/=\n]*?)^end$/gm)) {
    const name = Buffer.from(encoded!, 'base64').toString();
    const bytes = Buffer.from(text!.replaceAll('\n', ''), 'base64');
    if (!order.outputs.includes(name) || found.has(name) || bytes.length > left) continue;
    left -= bytes.length;
    found.set(name, bytes);
  }
  return found;
}

export function described(files: Map<string, Buffer>): Artifact[] {
  return [...files].map(([name, bytes]) => ({
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
}
