/** The few requests that the engine makes to a cluster. */
import {
  BatchV1Api,
  CoreV1Api,
  KubeConfig,
  NetworkingV1Api,
  PatchStrategy,
  setHeaderOptions,
  type V1Job,
  type V1NetworkPolicy,
  type V1Pod,
  type V1Secret,
} from '@kubernetes/client-node';
import { type KubernetesEngineOptions, LABELS } from './bodies.ts';

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
