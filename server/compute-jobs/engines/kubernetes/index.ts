/** The engine `kubernetes`: a Job of a cluster with the job's id as its name; the service polls it and never watches it. */

import { createHash } from 'node:crypto';
import {
  BatchV1Api,
  CoreV1Api,
  KubeConfig,
  NetworkingV1Api,
  PatchStrategy,
  setHeaderOptions,
  type V1ContainerStatus,
  type V1Job,
  type V1NetworkPolicy,
  type V1Pod,
  type V1Secret,
} from '@kubernetes/client-node';
import { LRUCache } from 'lru-cache';
import { pack } from 'tar-stream';
import { unlessAborted } from '../../../platform/lib/on-abort.ts';
import { archiveBytes, kubernetesOptions, optionsFor } from '../container.ts';
import {
  type Artifact,
  type ComputeEngine,
  type JobEnding,
  type JobOrder,
  type JobStatus,
  keptOf,
  type StartOutcome,
} from '../engine.ts';
import {
  allowlistBody,
  CANCELLED,
  jobBody,
  type KeptOrder,
  type KubernetesEngineOptions,
  LABELS,
  networkPolicyBody,
  ORDER,
  PART_BYTES,
  type Plan,
  secretBody,
  stdinName,
} from './bodies.ts';

/** Files come through the log of a container, of which a machine keeps 10 MiB: that is the limit as base64. */
const MOST_ARTIFACT_BYTES = 7_000_000;
const REFUSED = [400, 403, 422];

export class KubernetesEngine implements ComputeEngine {
  readonly name = 'kubernetes';
  readonly isolation;
  readonly #cluster: Cluster;
  readonly #options: KubernetesEngineOptions;
  readonly #seen = new LRUCache<string, number>({ max: 10_000 });
  /** By pod: the cluster returns all files at once, and the caller asks for one at a time. */
  readonly #collected = new LRUCache<string, Promise<Map<string, Buffer>>>({ max: 4, ttl: 60_000 });

  constructor(options: KubernetesEngineOptions) {
    this.#options = options;
    this.isolation = options.runtimeClass?.isolation ?? ('container' as const);
    this.#cluster = new Cluster(options);
  }

  async start(order: JobOrder, signal: AbortSignal): Promise<StartOutcome> {
    const parsed = optionsFor(kubernetesOptions, order);
    if ('refused' in parsed) return { kind: 'refused', reason: parsed.refused };
    const plan: Plan = { order, options: parsed.options, engine: this.#options };
    try {
      await unlessAborted(signal, this.#makePolicy(networkPolicyBody(this.#options)));
      const opened = allowlistBody(this.#options, parsed.options);
      if (opened) await unlessAborted(signal, this.#makePolicy(opened));
    } catch (error) {
      // Nothing was requested yet except policies.
      const { reason, fault } = troubleOf(error);
      return { kind: 'not_started', reason: `The network could not be closed. ${reason}`, fault };
    }
    return unlessAborted(signal, this.#start(plan)).catch((error: unknown) => ({
      kind: REFUSED.includes(codeOf(error) ?? 0) ? 'refused' : 'unknown',
      ...troubleOf(error),
    }));
  }

  /** Once for each policy: another allowlist has another name. */
  readonly #policies = new Map<string, Promise<void>>();
  #makePolicy(body: V1NetworkPolicy): Promise<void> {
    const name = body.metadata!.name!;
    const making = this.#policies.get(name) ?? this.#cluster.makePolicy(body);
    this.#policies.set(name, making);
    making.catch(() => this.#policies.delete(name));
    return making;
  }

  /** Any process may repeat each step: what exists stays as it is. */
  async #start(plan: Plan): Promise<StartOutcome> {
    const { order, options } = plan;
    const archive = await archiveBytes(pack(), order, {
      ...{ uid: options.uid, gid: options.gid, ownsFolder: false },
      sourceFile: order.source === undefined ? undefined : options.source?.file,
      stdinFile: stdinName(order.jobId),
    });
    const parts = Math.ceil(archive.length / PART_BYTES);
    const job =
      (await this.#cluster.makeJob(jobBody(plan, parts))) ?? (await this.#cluster.job(order.jobId));
    if (!job) return { kind: 'unknown', reason: 'The job is being removed.' };
    if (isCancelled(job)) return { kind: 'refused', reason: 'The job was canceled.' };
    if (!job.spec?.suspend) return { kind: 'started' };
    for (let part = 0; part < parts; part++) {
      const bytes = archive.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
      await this.#cluster.makeSecret(secretBody(plan, part, bytes, job.metadata!.uid!));
    }
    const { resourceVersion } = job.metadata!;
    const body = { metadata: { resourceVersion }, spec: { suspend: false } };
    if (await this.#cluster.changeJob(order.jobId, body)) return { kind: 'started' };
    return { kind: 'unknown', reason: 'Somebody else has changed the job.' };
  }

  async inspect(jobId: string, signal: AbortSignal): Promise<JobStatus> {
    return unlessAborted(signal, this.#statusOf(jobId)).catch((error: unknown) => ({
      kind: 'unavailable',
      ...troubleOf(error),
    }));
  }

  async #statusOf(jobId: string): Promise<JobStatus> {
    const job = await this.#cluster.job(jobId);
    const order = job && orderOf(job);
    if (!job || !order) return { kind: 'absent' };
    if (job.spec?.suspend) {
      return isCancelled(job)
        ? { kind: 'never_started', reason: 'It was canceled.' }
        : { kind: 'starting' };
    }
    const pod = await this.#cluster.pod(jobId);
    if (!pod) return withoutPod(job);
    const state = codeStatusOf(pod);
    if (isOver(pod)) return this.#ended(job, pod, order);
    if (!state?.running?.startedAt) return { kind: 'starting' };
    await this.#endInTime(job, pod, order);
    return { kind: 'running', startedAt: new Date(state.running.startedAt) };
  }

  /** The cluster does this too, once the time to start has passed as well. */
  async #endInTime(job: V1Job, pod: V1Pod, { timeoutMs }: KeptOrder): Promise<void> {
    const name = pod.metadata!.name!;
    const first = this.#seen.get(name) ?? performance.now();
    this.#seen.set(name, first);
    const isTime = performance.now() - first >= timeoutMs;
    if (isTime || isCancelled(job)) await this.#cluster.endPod(name);
  }

  async #ended(job: V1Job, pod: V1Pod, order: KeptOrder): Promise<JobStatus> {
    const ending = endingOf(job, pod, order);
    if (!ending) {
      const reason = isCancelled(job) ? 'It was canceled.' : 'The cluster could not start it.';
      return { kind: 'never_started', reason };
    }
    const [log, files] = await Promise.all([this.#log(pod, order), this.#files(pod, order)]);
    const logs: JobEnding['logs'] = {
      stdoutBytes: log.bytes.length,
      stderrBytes: 0,
      truncated: log.truncated,
    };
    return {
      kind: 'ended',
      ending: { ...ending, logs, ...keptOf(order.outputs, described(files)) },
    };
  }

  async #log(pod: V1Pod, { maxLogBytes }: KeptOrder) {
    const text = await this.#cluster.log(pod.metadata!.name!, 'code', maxLogBytes + 1);
    const all = Buffer.from(text ?? '');
    return { bytes: all.subarray(0, maxLogBytes), truncated: all.length > maxLogBytes };
  }

  async #files(pod: V1Pod, order: KeptOrder): Promise<Map<string, Buffer>> {
    if (order.outputs.length === 0 || pod.status?.phase !== 'Succeeded') return new Map();
    const name = pod.metadata!.name!;
    const files = this.#collected.get(name) ?? this.#collect(name, order);
    this.#collected.set(name, files);
    files.catch(() => this.#collected.delete(name));
    return files;
  }

  async #collect(pod: string, order: KeptOrder): Promise<Map<string, Buffer>> {
    const most = Math.min(order.maxArtifactBytes, MOST_ARTIFACT_BYTES);
    const text = await this.#cluster.log(pod, 'artifacts', most * 1.5 + 100_000);
    return artifactsIn(text ?? '', { ...order, maxArtifactBytes: most });
  }

  /** Kubernetes keeps both streams as one, which the engine returns as the first. */
  async logs(jobId: string, stream: 'stdout' | 'stderr', after: number, maxBytes: number) {
    const job = await this.#cluster.job(jobId);
    const order = job && orderOf(job);
    if (!order) return undefined;
    const pod = stream === 'stdout' ? await this.#cluster.pod(jobId) : undefined;
    if (!pod) return new Uint8Array();
    return (await this.#log(pod, order)).bytes.subarray(after, after + maxBytes);
  }

  async artifact(jobId: string, name: string) {
    const job = await this.#cluster.job(jobId);
    const order = job && orderOf(job);
    const pod = order && (await this.#cluster.pod(jobId));
    const bytes = pod && (await this.#files(pod, order)).get(name);
    return bytes && piecesOf(bytes);
  }

  async cancel(jobId: string, signal: AbortSignal): Promise<void> {
    await unlessAborted(signal, this.#cancel(jobId));
  }

  async #cancel(jobId: string): Promise<void> {
    const body = { metadata: { annotations: { [CANCELLED]: 'true' } } };
    const job = await this.#cluster.job(jobId);
    if (!job && (await this.#cluster.makeJob(this.#cancelledJob(jobId)))) return;
    const pod = await this.#cluster.pod(jobId);
    if (pod && isOver(pod)) return;
    await this.#cluster.changeJob(jobId, body);
    if (pod) await this.#cluster.endPod(pod.metadata!.name!);
  }

  /** It occupies the name, and never runs. */
  #cancelledJob(jobId: string): V1Job {
    const order: JobOrder = {
      jobId,
      environment: { id: 'none', options: {} },
      command: ['false'],
      files: [],
      env: {},
      outputs: [],
      cpuMillis: 1,
      memoryMb: 1,
      timeoutMs: 1_000,
      maxLogBytes: 0,
      maxArtifactBytes: 0,
    };
    const options = kubernetesOptions.parse({ image: 'none' });
    const job = jobBody({ order, options, engine: this.#options }, 0);
    job.metadata!.annotations![CANCELLED] = 'true';
    return job;
  }

  async remove(jobId: string): Promise<void> {
    if (await this.#cluster.job(jobId)) await this.#cluster.removeJob(jobId);
  }

  async list(): Promise<{ jobId: string; createdAt: Date }[]> {
    const jobs = await this.#cluster.jobs();
    return jobs.map(({ metadata }) => ({
      jobId: metadata!.name!,
      createdAt: new Date(metadata!.creationTimestamp!),
    }));
  }

  async close(): Promise<void> {}
}

/** The cluster has not created it yet, has deleted it at the deadline of the Job, or has lost its machine. */
function withoutPod({ status }: V1Job): JobStatus {
  const failed = status?.conditions?.find(
    ({ type, status: is }) => type === 'Failed' && is === 'True',
  );
  if (!failed) return { kind: 'starting' };
  return { kind: 'lost', reason: 'The cluster has deleted the pod of the job.' };
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The cluster's message contains its address, and its objects. */
function troubleOf(error: unknown): { reason: string; fault: string } {
  const code = codeOf(error);
  const reason =
    code === undefined ? 'The cluster could not be reached.' : `The cluster answered with ${code}.`;
  const { message, cause } = error as Error;
  return { reason, fault: cause instanceof Error ? `${message}: ${cause.message}` : message };
}

function orderOf(job: V1Job): KeptOrder | undefined {
  const text = job.metadata?.annotations?.[ORDER];
  return text === undefined ? undefined : (JSON.parse(text) as KeptOrder);
}

function isCancelled(job: V1Job): boolean {
  return job.metadata?.annotations?.[CANCELLED] !== undefined;
}

function codeStatusOf(pod: V1Pod): V1ContainerStatus['state'] {
  return pod.status?.initContainerStatuses?.find(({ name }) => name === 'code')?.state;
}

/** Whether nothing in the pod will run any more. */
function isOver({ status }: V1Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** The times are the machine's own, in whole seconds: Kubernetes has no finer ones. */
function endingOf(
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
function artifactsIn(log: string, order: KeptOrder): Map<string, Buffer> {
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

function described(files: Map<string, Buffer>): Artifact[] {
  return [...files].map(([name, bytes]) => ({
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
}

/* The few requests that the engine makes to a cluster. */

const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);

export class Cluster {
  readonly #batch: BatchV1Api;
  readonly #core: CoreV1Api;
  readonly #networking: NetworkingV1Api;
  readonly #namespace: string;
  readonly #deployment: string;
  readonly #ours: string;

  constructor({ kubeconfig, context, namespace, deployment }: KubernetesEngineOptions) {
    const config = new KubeConfig();
    if (kubeconfig === undefined) config.loadFromCluster();
    else config.loadFromFile(kubeconfig);
    if (context !== undefined) config.setCurrentContext(context);
    this.#batch = config.makeApiClient(BatchV1Api);
    this.#core = config.makeApiClient(CoreV1Api);
    this.#networking = config.makeApiClient(NetworkingV1Api);
    this.#namespace = namespace;
    this.#deployment = deployment;
    this.#ours = `${LABELS.deployment}=${deployment}`;
  }

  /** If one with this name exists, it is the operator's and stays. */
  async makePolicy(body: V1NetworkPolicy): Promise<void> {
    const [namespace, name] = [this.#namespace, body.metadata!.name!];
    const there = await unless(
      404,
      this.#networking.readNamespacedNetworkPolicy({ namespace, name }),
    );
    if (there) return;
    await unless(409, this.#networking.createNamespacedNetworkPolicy({ namespace, body }));
  }

  /** Undefined if the name is taken. */
  makeJob(body: V1Job): Promise<V1Job | undefined> {
    return unless(409, this.#batch.createNamespacedJob({ namespace: this.#namespace, body }));
  }

  makeSecret(body: V1Secret): Promise<V1Secret | undefined> {
    return unless(409, this.#core.createNamespacedSecret({ namespace: this.#namespace, body }));
  }

  job(name: string): Promise<V1Job | undefined> {
    return unless(404, this.#batch.readNamespacedJob({ namespace: this.#namespace, name })).then(
      (job) => (job?.metadata?.labels?.[LABELS.deployment] === this.#deployment ? job : undefined),
    );
  }

  /** Undefined if it is gone, or has changed since that version. */
  changeJob(name: string, body: object): Promise<V1Job | undefined> {
    const request = { namespace: this.#namespace, name, body };
    return unless(409, unless(404, this.#batch.patchNamespacedJob(request, MERGE)));
  }

  async pod(jobId: string): Promise<V1Pod | undefined> {
    const labelSelector = `${this.#ours},${LABELS.job}=${jobId}`;
    const { items } = await this.#core.listNamespacedPod({
      namespace: this.#namespace,
      labelSelector,
    });
    return items[0];
  }

  /** Ends its containers and keeps the pod, whose status says how they ended. */
  async endPod(name: string): Promise<void> {
    const body = { spec: { activeDeadlineSeconds: 1 } };
    await unless(
      404,
      this.#core.patchNamespacedPod({ namespace: this.#namespace, name, body }, MERGE),
    );
  }

  log(pod: string, container: string, limitBytes: number): Promise<string | undefined> {
    const where = { namespace: this.#namespace, name: pod, container, limitBytes };
    // A container has no log before it begins, or after its machine has discarded the log.
    return unless(400, unless(404, this.#core.readNamespacedPodLog(where)));
  }

  async removeJob(name: string): Promise<void> {
    const body = { propagationPolicy: 'Background', gracePeriodSeconds: 0 };
    await unless(404, this.#batch.deleteNamespacedJob({ namespace: this.#namespace, name, body }));
  }

  async jobs(): Promise<V1Job[]> {
    const all: V1Job[] = [];
    let from: string | undefined;
    do {
      const { items, metadata } = await this.#batch.listNamespacedJob({
        namespace: this.#namespace,
        labelSelector: this.#ours,
        limit: 500,
        ...(from !== undefined && { _continue: from }),
      });
      all.push(...items);
      from = metadata?._continue || undefined;
    } while (from !== undefined);
    return all;
  }
}

export function codeOf(error: unknown): number | undefined {
  return (error as { code?: unknown }).code === undefined
    ? undefined
    : Number((error as { code: unknown }).code) || undefined;
}

async function unless<T>(code: number, work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (codeOf(error) === code) return undefined;
    throw error;
  });
}
