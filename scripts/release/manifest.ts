/** The package.json files of a release. They list the packages that it runs with, not those for builds and tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';

interface Packages {
  [name: string]: string;
}

export interface Manifest {
  name: string;
  version: string;
  [member: string]: unknown;
  dependencies: Packages;
  optionalDependencies?: Packages;
}

/** Large packages that few deployments need. A command installs each into the folder of the code that imports it. */
export const ON_DEMAND: Record<string, { packages: string[]; folder: string }> = {
  clickhouse: { packages: ['@clickhouse/client'], folder: 'server/platform/db/clickhouse' },
  docker: { packages: ['dockerode', 'tar-stream'], folder: 'server/compute-jobs/engines/docker' },
  kubernetes: {
    packages: ['@kubernetes/client-node', 'tar-stream'],
    folder: 'server/compute-jobs/engines/kubernetes',
  },
  opentelemetry: {
    packages: [
      ...['@opentelemetry/api', '@opentelemetry/exporter-trace-otlp-proto'],
      ...['@opentelemetry/resources', '@opentelemetry/sdk-trace'],
    ],
    folder: 'server/platform/telemetry',
  },
  s3: { packages: ['@aws-sdk/client-s3'], folder: 'server/compute-jobs/engines' },
  valkey: { packages: ['iovalkey', 'rate-limiter-flexible'], folder: 'server/platform/rates' },
};

/** `--omit=optional` excludes these packages, for a deployment with its own Node or its own PostgreSQL. */
const REPLACEABLE = ['node'];

export const checkout = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest & {
  allowScripts: Record<string, boolean>;
};

export function releaseManifest(): Manifest {
  const { name, version, description, license, type, engines, dependencies } = checkout;
  const onDemand = Object.values(ON_DEMAND).flatMap(({ packages }) => packages);
  const left = [...onDemand, ...REPLACEABLE];
  return {
    ...{ name, version, private: true, description, license, type, engines },
    bin: { 'model-run-api': 'server/model-run-api' },
    scripts: {
      start: 'sh server/model-run-api start',
      cli: 'sh server/model-run-api',
      ...Object.fromEntries(
        Object.entries(ON_DEMAND).map(([what, { folder }]) => [
          `add:${what}`,
          `npm ci --prefix ${folder} --omit=dev --omit=optional --ignore-scripts`,
        ]),
      ),
    },
    dependencies: pick(dependencies, (its) => !left.includes(its)),
    optionalDependencies: {
      ...checkout.optionalDependencies,
      ...pick(dependencies, (its) => REPLACEABLE.includes(its)),
    },
    allowScripts: checkout.allowScripts,
  };
}

/** Returns the package.json of a folder that gets its own packages on demand. */
export function onDemandManifest(what: string): Manifest {
  const wanted = ON_DEMAND[what]!.packages;
  const { version, type, dependencies, allowScripts } = checkout;
  return {
    ...{ name: `${checkout.name}-${what}`, version, private: true, type },
    dependencies: pick(dependencies, (its) => wanted.includes(its)),
    allowScripts,
  };
}

function pick(packages: Packages, wanted: (name: string) => boolean): Packages {
  return Object.fromEntries(Object.entries(packages).filter(([name]) => wanted(name)));
}
