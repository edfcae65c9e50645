/**
 * Request bodies for the cluster. A pod runs three containers one after the other: the first unpacks the files, the
 * second is the code, and the third writes the files to keep into its log, so that they outlive the pod's volumes. The
 * engine creates the Job suspended, then the files, in Secrets that the Job owns, and starts the Job by ending the
 * suspension.
 */
import { createHash } from 'node:crypto';
import type {
  V1Container,
  V1Job,
  V1NetworkPolicy,
  V1PodSpec,
  V1Secret,
} from '@kubernetes/client-node';
import { type Allowed, commandOf, type KubernetesOptions, variablesOf } from '../container.ts';
import type { JobOrder } from '../engine.ts';

export interface KubernetesEngineOptions {
  /** The file with the address and the credentials. Default: those of the service's own pod. */
  kubeconfig?: string | undefined;
  context?: string | undefined;
  namespace: string;
  /** The name of this service in the namespace: it leaves jobs with another name alone. */
  deployment: string;
  /** A RuntimeClass of the cluster, and its isolation. */
  runtimeClass?: { name: string; isolation: 'container' | 'gvisor' | 'vm' } | undefined;
}

const WORKDIR = '/work';
const GIVEN = '/given';
/** The limit of a Secret is 1 MiB, including its names. */
export const PART_BYTES = 900_000;
const KEPT_S = 86_400;

export const LABELS = {
  deployment: 'model-run/deployment',
  job: 'model-run/job',
  /** What the pod may reach. */
  allowlist: 'model-run/allowlist',
} as const;
export const ORDER = 'model-run/order';
export const CANCELLED = 'model-run/cancelled';

export type KeptOrder = Pick<
  JobOrder,
  'timeoutMs' | 'maxLogBytes' | 'maxArtifactBytes' | 'outputs' | 'memoryMb'
>;

export interface Plan {
  order: JobOrder;
  options: KubernetesOptions;
  engine: KubernetesEngineOptions;
}

export function jobBody(plan: Plan, parts: number): V1Job {
  const { order, options, engine } = plan;
  const { timeoutMs, maxLogBytes, maxArtifactBytes, outputs, memoryMb } = order;
  const kept: KeptOrder = { timeoutMs, maxLogBytes, maxArtifactBytes, outputs, memoryMb };
  const labels = { [LABELS.deployment]: engine.deployment, [LABELS.job]: order.jobId };
  const ofPod = { ...labels, ...allowlistLabel(options) };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: order.jobId,
      namespace: engine.namespace,
      labels,
      annotations: { [ORDER]: JSON.stringify(kept) },
    },
    spec: {
      suspend: true,
      completions: 1,
      parallelism: 1,
      backoffLimit: 0,
      podReplacementPolicy: 'Failed',
      activeDeadlineSeconds: Math.ceil(timeoutMs / 1_000) + options.startWithinSeconds,
      ttlSecondsAfterFinished: KEPT_S,
      template: { metadata: { labels: ofPod }, spec: podOf(plan, parts) },
    },
  };
}

function podOf(plan: Plan, parts: number): V1PodSpec {
  const { order, options, engine } = plan;
  const sizeLimit = `${options.workMb}Mi`;
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    hostNetwork: false,
    dnsPolicy: 'None',
    dnsConfig: { nameservers: ['127.0.0.1'] },
    ...namesOf(options),
    terminationGracePeriodSeconds: 0,
    ...(engine.runtimeClass && { runtimeClassName: engine.runtimeClass.name }),
    ...(options.nodeSelector && { nodeSelector: options.nodeSelector }),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: options.uid,
      runAsGroup: options.gid,
      fsGroup: options.gid,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    initContainers: [
      containerOf(plan, 'files', ['/bin/sh', '-c', UNPACK], [], true),
      containerOf(plan, 'code', codeOf(plan), variables(order), false),
    ],
    containers: [
      containerOf(plan, 'artifacts', ['/bin/sh', '-c', COLLECT, 'sh', ...order.outputs], [], false),
    ],
    volumes: [
      { name: 'work', emptyDir: { medium: 'Memory', sizeLimit } },
      { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit } },
      {
        name: 'given',
        projected: {
          sources: Array.from({ length: parts }, (_, i) => ({
            secret: { name: secretName(order.jobId, i) },
          })),
        },
      },
    ],
  };
}

/** Parts of one archive, in the order of their names. */
const UNPACK = `cat ${GIVEN}/part-* | tar -x -f - -C ${WORKDIR}`;

/**
 * Ends with 0 whatever the code did, so that the pod collects its files: the code's exit code is in the termination
 * message. If the shell is killed with it, for memory or time, the pod collects nothing.
 */
const RUN = '"$@" <"$STDIN_OF_JOB"; echo $? >/dev/termination-log';

/** Only regular files, as names and contents in base64, one per line. Does not follow linked folders. */
const COLLECT = `
cd ${WORKDIR} && root=$(pwd -P) || exit 1
for name in "$@"; do
  [ -f "$name" ] && [ ! -L "$name" ] || continue
  folder=$(cd "$(dirname "$name")" && pwd -P) || continue
  case "$folder/" in "$root"/*) ;; *) continue ;; esac
  [ "$folder/$(basename "$name")" = "$root/$name" ] || continue
  echo "file $(printf %s "$name" | base64 | tr -d '\\n')"
  base64 <"$name"
  echo end
done
`;

function codeOf({ order, options }: Plan): string[] {
  return ['/bin/sh', '-c', RUN, 'sh', ...commandOf(order, options)];
}

function variables(order: JobOrder): V1Container['env'] {
  const all = variablesOf(order, WORKDIR).map((text) => {
    const at = text.indexOf('=');
    return { name: text.slice(0, at), value: asWritten(text.slice(at + 1)) };
  });
  const stdin = order.stdin === undefined ? '/dev/null' : `${WORKDIR}/${stdinName(order.jobId)}`;
  return [...all, { name: 'STDIN_OF_JOB', value: stdin }];
}

/** The cluster would replace $(NAME) with variables, and two dollar signs with one. */
function asWritten(text: string): string {
  return text.replaceAll('$', () => '$$');
}

function containerOf(
  { order, options }: Plan,
  name: string,
  command: string[],
  env: V1Container['env'],
  isGiven: boolean,
): V1Container {
  const amounts = { cpu: `${order.cpuMillis}m`, memory: `${order.memoryMb}Mi` };
  return {
    name,
    image: options.image,
    imagePullPolicy: 'IfNotPresent',
    command: command.map(asWritten),
    env: env ?? [],
    workingDir: WORKDIR,
    resources: { limits: amounts, requests: amounts },
    terminationMessagePolicy: 'File',
    securityContext: {
      allowPrivilegeEscalation: false,
      privileged: false,
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [
      { name: 'work', mountPath: WORKDIR },
      { name: 'tmp', mountPath: '/tmp' },
      ...(isGiven ? [{ name: 'given', mountPath: GIVEN, readOnly: true }] : []),
    ],
  };
}

/** The pods of jobs reach nobody, and nobody reaches them. Effective if the cluster's network enforces policies. */
export function networkPolicyBody({
  namespace,
  deployment,
}: Pick<KubernetesEngineOptions, 'namespace' | 'deployment'>): V1NetworkPolicy {
  const labels = { [LABELS.deployment]: deployment };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: policyName(deployment), namespace, labels },
    spec: { podSelector: { matchLabels: labels }, policyTypes: ['Ingress', 'Egress'] },
  };
}

/** Names that the code resolves without a request. */
function namesOf({ allow }: KubernetesOptions): Pick<V1PodSpec, 'hostAliases'> {
  const hostAliases = allow.flatMap(({ cidr, names }) =>
    names ? [{ ip: cidr.split('/')[0]!, hostnames: names }] : [],
  );
  return hostAliases.length > 0 ? { hostAliases } : {};
}

function allowlistLabel({ allow }: KubernetesOptions): Record<string, string> {
  return allow.length > 0 ? { [LABELS.allowlist]: hashOf(allow) } : {};
}

/** Another list is another policy: earlier pods keep the list that they were started with. */
function hashOf(allow: readonly Allowed[]): string {
  return createHash('sha256').update(JSON.stringify(allow)).digest('hex').slice(0, 12);
}

/**
 * Opens the pods of an allowlist to its addresses, in addition to the policy that closes everything; undefined if the
 * list is empty.
 */
export function allowlistBody(
  { namespace, deployment }: Pick<KubernetesEngineOptions, 'namespace' | 'deployment'>,
  { allow }: KubernetesOptions,
): V1NetworkPolicy | undefined {
  if (allow.length === 0) return undefined;
  const ours = { [LABELS.deployment]: deployment };
  const hash = hashOf(allow);
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: `${policyName(deployment)}-${hash}`, namespace, labels: ours },
    spec: {
      podSelector: { matchLabels: { ...ours, [LABELS.allowlist]: hash } },
      policyTypes: ['Egress'],
      egress: allow.map(({ cidr, ports }) => ({
        to: [{ ipBlock: { cidr } }],
        ports: ports.map((port) => ({ protocol: 'TCP', port })),
      })),
    },
  };
}

function policyName(deployment: string): string {
  return `${deployment}-jobs`;
}

export function secretBody({ order, engine }: Plan, part: number, bytes: Buffer, uid: string) {
  const owner = { apiVersion: 'batch/v1', kind: 'Job', name: order.jobId, uid };
  const body: V1Secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: secretName(order.jobId, part),
      namespace: engine.namespace,
      labels: { [LABELS.deployment]: engine.deployment, [LABELS.job]: order.jobId },
      ownerReferences: [owner],
    },
    immutable: true,
    data: { [`part-${String(part).padStart(3, '0')}`]: bytes.toString('base64') },
  };
  return body;
}

function secretName(jobId: string, part: number): string {
  return `${jobId}-${part}`;
}

export function stdinName(jobId: string): string {
  return `.stdin-${jobId}`;
}
