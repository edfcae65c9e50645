/**
 * The part of a cluster's API that the engine uses. Each body must match what Kubernetes publishes, without unknown
 * members; it refuses every other request. It acts as the controller of Jobs, and as a machine for their pods.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { V1Job, V1NetworkPolicy, V1Secret } from '@kubernetes/client-node';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { FakePod } from './fake-pod.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const definitions = JSON.parse(
  readFileSync(new URL('./definitions.json', import.meta.url), 'utf8'),
);
ajv.addSchema(definitions, 'kubernetes');
const shapeOf = {
  jobs: ajv.compile({ $ref: 'kubernetes#/$defs/io.k8s.api.batch.v1.Job' }),
  secrets: ajv.compile({ $ref: 'kubernetes#/$defs/io.k8s.api.core.v1.Secret' }),
  networkpolicies: ajv.compile({
    $ref: 'kubernetes#/$defs/io.k8s.api.networking.v1.NetworkPolicy',
  }),
  deletion: ajv.compile({
    $ref: 'kubernetes#/$defs/io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
  }),
};
const MOST_SECRET_BYTES = 1024 * 1024;

export interface FakeCluster {
  url: string;
  /** Requests that Kubernetes would refuse. */
  wrong: string[];
  /** The containers whose logs were read, each time. */
  logsRead: string[];
  jobs: Map<string, V1Job>;
  policies: Map<string, V1NetworkPolicy>;
  /** Whether the service may create policies. */
  closesNetworks: boolean;
  close(): Promise<void>;
}

export async function startCluster(folder: string, namespace: string): Promise<FakeCluster> {
  const jobs = new Map<string, V1Job>();
  const secrets = new Map<string, V1Secret>();
  const pods = new Map<string, FakePod>();
  const policies = new Map<string, V1NetworkPolicy>();
  const wrong: string[] = [];
  const logsRead: string[] = [];
  let version = 0;

  const hold = (kind: keyof typeof shapeOf, body: unknown) => {
    if (shapeOf[kind](body)) return true;
    wrong.push(`${kind}: ${ajv.errorsText(shapeOf[kind].errors)}`);
    return false;
  };
  const changed = (job: V1Job) => {
    job.metadata!.resourceVersion = String(++version);
    const name = job.metadata!.name!;
    if (job.spec!.suspend || pods.has(name)) return;
    const { metadata, spec } = job.spec!.template;
    const named = { metadata: { ...metadata, name: `${name}-x` }, spec: spec! };
    const sources = spec!.volumes!.flatMap(({ projected }) => projected?.sources ?? []);
    const found = sources.map(({ secret }) => secrets.get(secret!.name!)!);
    const pod = new FakePod(named, join(folder, name), found);
    pods.set(name, pod);
    void pod.run();
  };
  const ofLabels = (selector: string | null, labels: Record<string, string> = {}) =>
    (selector ?? '').split(',').every((one) => labels[one.split('=')[0]!] === one.split('=')[1]);

  const makePolicy = (body: Body): Answer => {
    if (!hold('networkpolicies', body)) return [422, {}];
    if (!cluster.closesNetworks) return [403, {}];
    policies.set(body.metadata.name, body);
    return [201, body];
  };

  const answers: [string, RegExp, (at: string[], body: Body, query: URLSearchParams) => Answer][] =
    [
      [
        'GET',
        /^networkpolicies\/([^/]+)$/,
        ([name]) => (policies.has(name!) ? [200, policies.get(name!)] : [404, {}]),
      ],
      ['POST', /^networkpolicies$/, (_, body) => makePolicy(body)],
      [
        'POST',
        /^jobs$/,
        (_, body) => {
          if (!hold('jobs', body)) return [422, {}];
          if (jobs.has(body.metadata.name)) return [409, {}];
          const made = { uid: body.metadata.name, creationTimestamp: new Date() };
          const job = { ...body, metadata: { ...body.metadata, ...made }, status: {} };
          jobs.set(body.metadata.name, job);
          changed(job);
          return [201, job];
        },
      ],
      [
        'POST',
        /^secrets$/,
        (_, body) => {
          if (!hold('secrets', body)) return [422, {}];
          if (JSON.stringify(body).length > MOST_SECRET_BYTES * 1.4) return [422, {}];
          if (secrets.has(body.metadata.name)) return [409, {}];
          secrets.set(body.metadata.name, body);
          return [201, body];
        },
      ],
      [
        'GET',
        /^jobs$/,
        (_, __, query) => {
          const items = [...jobs.values()].filter(({ metadata }) =>
            ofLabels(query.get('labelSelector'), metadata!.labels),
          );
          return [200, { metadata: {}, items }];
        },
      ],
      [
        'GET',
        /^jobs\/([^/]+)$/,
        ([name]) => (jobs.has(name!) ? [200, jobs.get(name!)] : [404, {}]),
      ],
      [
        'PATCH',
        /^jobs\/([^/]+)$/,
        ([name], body) => {
          const job = jobs.get(name!);
          if (!job) return [404, {}];
          const { resourceVersion, annotations } = body.metadata ?? {};
          if (resourceVersion !== undefined && resourceVersion !== job.metadata!.resourceVersion)
            return [409, {}];
          Object.assign(job.metadata!.annotations!, annotations);
          Object.assign(job.spec!, body.spec);
          if (!hold('jobs', JSON.parse(JSON.stringify(job)))) return [422, {}];
          changed(job);
          return [200, job];
        },
      ],
      [
        'DELETE',
        /^jobs\/([^/]+)$/,
        ([name], body) => {
          if (!hold('deletion', body)) return [422, {}];
          if (!jobs.delete(name!)) return [404, {}];
          pods.get(name!)?.kill();
          pods.delete(name!);
          for (const [key, { metadata }] of secrets) {
            if (metadata?.ownerReferences?.[0]?.name === name) secrets.delete(key);
          }
          return [200, {}];
        },
      ],
      [
        'GET',
        /^pods$/,
        (_, __, query) => {
          const all = [...pods.values()].map(({ pod }) => pod);
          const items = all.filter(({ metadata }) =>
            ofLabels(query.get('labelSelector'), metadata!.labels),
          );
          return [200, { metadata: {}, items }];
        },
      ],
      [
        'PATCH',
        /^pods\/(.+)-x$/,
        ([name], body) => {
          pods.get(name!)?.endSoon(body.spec!.activeDeadlineSeconds!);
          return [200, pods.get(name!)?.pod ?? {}];
        },
      ],
      [
        'GET',
        /^pods\/(.+)-x\/log$/,
        ([name], _, query) => {
          const container = query.get('container')!;
          logsRead.push(container);
          const text = pods.get(name!)?.log(container);
          if (!text) return [400, {}];
          return [200, text.subarray(0, Number(query.get('limitBytes')))];
        },
      ],
    ];

  const prefix = new RegExp(
    `^/(?:api|apis/batch|apis/networking.k8s.io)/v1/namespaces/${namespace}/`,
  );
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://cluster');
    const path = url.pathname.replace(prefix, '');
    const body = await bodyOf(request);
    for (const [method, pattern, answer] of answers) {
      const match = method === request.method ? pattern.exec(path) : null;
      if (match) return send(response, ...answer(match.slice(1), body!, url.searchParams));
    }
    wrong.push(`${request.method} ${url.pathname}`);
    return send(response, 404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cluster: FakeCluster = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wrong,
    logsRead,
    jobs,
    policies,
    closesNetworks: true,
    async close() {
      for (const pod of pods.values()) pod.kill();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return cluster;
}

type Answer = [number, unknown];
/** The body of a request, with the members of every kind: its kind decides which of them it has, which `hold` checks. */
type Body = V1Job & V1NetworkPolicy & V1Secret & { metadata: { name: string } };

async function bodyOf(request: IncomingMessage): Promise<Body | undefined> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? undefined : JSON.parse(text);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const isText = Buffer.isBuffer(body);
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}
