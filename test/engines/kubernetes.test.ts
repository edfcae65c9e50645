/** No cluster runs here: the engine is held to what Kubernetes publishes of its API, and its scripts are run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KubernetesEngine } from '../../server/engines/kubernetes/index.ts';
import { endingOf, itKeepsTheContract, NEVER, orderOf, run, type Subject } from './expectations.ts';
import { type FakeCluster, startCluster } from './kubernetes/fake-cluster.ts';
import { SHELL, SHELL_SOURCE } from './shell-programs.ts';

describe('the engine kubernetes, at an API of the published shape', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const kubeconfig = join(folder, 'config.json');
  let cluster: FakeCluster;
  let engine: KubernetesEngine;
  const open = async () =>
    new KubernetesEngine({
      kubeconfig,
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
    const here = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'here',
      clusters: [
        { name: 'here', cluster: { server: cluster.url, 'insecure-skip-tls-verify': true } },
      ],
      users: [{ name: 'here', user: {} }],
      contexts: [{ name: 'here', context: { cluster: 'here', user: 'here' } }],
    };
    writeFileSync(kubeconfig, JSON.stringify(here));
    engine = await open();
  });
  afterAll(async () => {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  });

  itKeepsTheContract(subject);

  it('gives a job 8 MiB of files in as many Secrets as that takes, which the Job owns', async () => {
    const content = Buffer.alloc(8 * 1024 * 1024, 'x');
    const order = orderOf(subject, { source: 'wc -c <a/big', files: [{ path: 'a/big', content }] });
    expect(await run(engine, order)).toMatchObject({ exitCode: 0 });
    const text = Buffer.from((await engine.logs(order.jobId, 'stdout', 0, 100))!).toString();
    expect(text.trim()).toBe(String(content.length));
  });

  it('asks for a closed pod: no root, no privilege, no token, no second try, an end', async () => {
    const order = orderOf(subject);
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

  it('tells no caller where the cluster is', async () => {
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
