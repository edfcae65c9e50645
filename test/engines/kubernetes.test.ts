/** No cluster runs here: the tests check the engine against the published API of Kubernetes, and run its scripts. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KubernetesEngine } from '../../server/compute-jobs/engines/kubernetes/index.ts';
import { type DyingProxy, startDyingProxy } from '../support/dying-proxy.ts';
import { itStartsOnceOverBrokenConnections } from './broken-connection.ts';
import { endingOf, itKeepsTheContract, NEVER, orderOf, run, type Subject } from './expectations.ts';
import { type FakeCluster, startCluster } from './kubernetes/fake-cluster.ts';
import { SHELL, SHELL_SOURCE } from './shell-programs.ts';

describe('the engine kubernetes, at an API of the published shape', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const kubeconfig = join(folder, 'config.json');
  const brokenConfig = join(folder, 'broken.json');
  let cluster: FakeCluster;
  let proxy: DyingProxy;
  let engine: KubernetesEngine;
  let far: KubernetesEngine;
  const open = async (config = kubeconfig) =>
    new KubernetesEngine({
      kubeconfig: config,
      namespace: 'jobs',
      deployment: 'test',
      runtimeClass: { name: 'gvisor', isolation: 'gvisor' },
    });
  const subject: Subject = {
    open,
    engine: () => engine,
    environment: () => ({ id: 'shell', options: { image: 'busybox:1', source: SHELL_SOURCE } }),
    wrongEnvironment: { id: 'wrong', options: { image: '' } },
    programs: SHELL,
  };
  beforeAll(async () => {
    cluster = await startCluster(folder, 'jobs');
    proxy = await startDyingProxy({ port: Number(new URL(cluster.url).port) });
    const at = (server: string) => ({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'here',
      clusters: [{ name: 'here', cluster: { server, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'here', user: {} }],
      contexts: [{ name: 'here', context: { cluster: 'here', user: 'here' } }],
    });
    writeFileSync(kubeconfig, JSON.stringify(at(cluster.url)));
    writeFileSync(brokenConfig, JSON.stringify(at(`http://127.0.0.1:${proxy.port}`)));
    engine = await open();
    far = await open(brokenConfig);
  });
  afterAll(async () => {
    await proxy.close();
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  });

  itKeepsTheContract(subject);
  itStartsOnceOverBrokenConnections({
    ...{ subject, proxy: () => proxy, far: () => far, source: 'echo begun' },
  });

  it('gives a job 8 MiB of files in as many Secrets as that takes, which the Job owns', async () => {
    const content = Buffer.alloc(8 * 1024 * 1024, 'x');
    const order = orderOf(subject, { source: 'wc -c <a/big', files: [{ path: 'a/big', content }] });
    expect(await run(engine, order)).toMatchObject({ exitCode: 0 });
    const text = Buffer.from((await engine.logs(order.jobId, 'stdout', 0, 100))!).toString();
    expect(text.trim()).toBe(String(content.length));
  });

  it('asks for a closed pod: no root, no privilege, no token, no second try, an end', async () => {
    const order = orderOf(subject, { timeoutMs: 30_000 });
    await engine.start(order, NEVER);
    const { spec } = cluster.jobs.get(order.jobId)!;
    expect(spec).toMatchObject({ backoffLimit: 0, activeDeadlineSeconds: 630, completions: 1 });
    const pod = spec!.template.spec!;
    expect(pod).toMatchObject({
      restartPolicy: 'Never',
      runtimeClassName: 'gvisor',
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const { securityContext, resources } of [...pod.initContainers!, ...pod.containers]) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources?.limits).toEqual({ cpu: '1000m', memory: '64Mi' });
    }
    await endingOf(engine, order.jobId);
  });

  it('closes the network of its pods before the first job, and starts none where it may not', async () => {
    const made = cluster.policies.get('test-jobs');
    expect(made?.spec).toEqual({
      podSelector: { matchLabels: { 'model-run/deployment': 'test' } },
      policyTypes: ['Ingress', 'Egress'],
    });
    cluster.policies.clear();
    cluster.closesNetworks = false;
    const order = orderOf(subject);
    expect(await (await open()).start(order, NEVER)).toMatchObject({
      kind: 'not_started',
      reason: 'The network could not be closed. The cluster answered with 403.',
    });
    expect(cluster.jobs.has(order.jobId)).toBe(false);
    // As the operator may have made it.
    cluster.policies.set('test-jobs', made!);
    expect(await (await open()).start(order, NEVER)).toEqual({ kind: 'started' });
    await endingOf(engine, order.jobId);
  });

  it('opens the pods of an allowlist to what is on it, and starts none where it may not', async () => {
    cluster.closesNetworks = true;
    const allow = [
      { cidr: '10.20.3.4/32', ports: [443, 8443], names: ['mirror.example.com'] },
      { cidr: 'fd00::/8', ports: [80] },
    ];
    const options = { image: 'busybox:1', source: SHELL_SOURCE, allow };
    const environment = { id: 'open', options };
    const order = orderOf(subject, { environment });
    expect(await engine.start(order, NEVER)).toEqual({ kind: 'started' });
    await endingOf(engine, order.jobId);
    const { labels } = cluster.jobs.get(order.jobId)!.spec!.template.metadata!;
    const list = labels!['model-run/allowlist'];
    expect(cluster.policies.get(`test-jobs-${list}`)?.spec).toEqual({
      podSelector: { matchLabels: { 'model-run/deployment': 'test', 'model-run/allowlist': list } },
      policyTypes: ['Egress'],
      egress: [
        {
          to: [{ ipBlock: { cidr: '10.20.3.4/32' } }],
          ports: [443, 8443].map((port) => ({ protocol: 'TCP', port })),
        },
        { to: [{ ipBlock: { cidr: 'fd00::/8' } }], ports: [{ protocol: 'TCP', port: 80 }] },
      ],
    });
    const { hostAliases } = cluster.jobs.get(order.jobId)!.spec!.template.spec!;
    expect(hostAliases).toEqual([{ ip: '10.20.3.4', hostnames: ['mirror.example.com'] }]);
    // It opens nothing for other jobs.
    const closed = orderOf(subject);
    await run(engine, closed);
    const ofClosed = cluster.jobs.get(closed.jobId)!.spec!.template;
    expect(ofClosed.metadata!.labels).not.toHaveProperty(['model-run/allowlist']);
    expect(ofClosed.spec).not.toHaveProperty('hostAliases');

    cluster.closesNetworks = false;
    const other = { ...options, allow: [{ cidr: '10.0.0.0/8', ports: [22] }] };
    const late = orderOf(subject, { environment: { id: 'open', options: other } });
    expect((await engine.start(late, NEVER)).kind).toBe('not_started');
    expect(cluster.jobs.has(late.jobId)).toBe(false);
    cluster.closesNetworks = true;
  });

  it('hands on dollar signs as they are', async () => {
    const order = orderOf(subject, {
      source: undefined as never,
      command: ['sh', '-c', 'printf "%s\\n" "$1" "$WORD"', 'sh', 'a $$ $(HOME) $1'],
      env: { WORD: '$$ $(HOME)' },
    });
    await run(engine, order);
    const text = Buffer.from((await engine.logs(order.jobId, 'stdout', 0, 100))!).toString();
    expect(text).toBe('a $$ $(HOME) $1\n$$ $(HOME)\n');
  });

  it('shows no caller where the cluster is', async () => {
    const elsewhere = join(folder, 'elsewhere.json');
    const config = readFileSync(kubeconfig, 'utf8').replaceAll(
      cluster.url,
      'https://127.0.0.1:59999',
    );
    writeFileSync(elsewhere, config);
    const away = new KubernetesEngine({
      ...{ kubeconfig: elsewhere, namespace: 'jobs', deployment: 'test' },
    });
    const outcome = await away.start(orderOf(subject), NEVER);
    expect(outcome).toEqual({
      kind: 'not_started',
      reason: 'The network could not be closed. The cluster could not be reached.',
      fault: expect.stringContaining('127.0.0.1'),
    });
  });

  it('fetches the files of a job once, however many they are', async () => {
    const outputs = ['a', 'b', 'c', 'd'];
    const order = orderOf(subject, { source: `touch ${outputs.join(' ')}`, outputs });
    cluster.logsRead.length = 0;
    const { artifacts } = await run(engine, order);
    for (const { name } of artifacts) await engine.artifact(order.jobId, name);
    expect(artifacts).toHaveLength(4);
    expect(cluster.logsRead.filter((container) => container === 'artifacts')).toHaveLength(1);
  });

  it('leaves out files that are links and what links lead to', async () => {
    const order = orderOf(subject, {
      source: 'ln -s /etc/passwd link; ln -s /etc folder; printf ok > "a b"',
      outputs: ['link', 'folder/passwd', 'a b'],
    });
    const { artifacts } = await run(engine, order);
    expect(artifacts.map(({ name }) => name)).toEqual(['a b']);
  });

  it('has sent nothing that Kubernetes would refuse', () => {
    expect(cluster.wrong).toEqual([]);
  });
});
