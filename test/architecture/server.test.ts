import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../server/kinds.ts';
import { cyclesOf, groupedBy, importGraphOf, sourcesIn } from '../support/import-graph.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const files = ['server', 'client', 'scripts', 'test'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => {
      const path = join(folder, name);
      return { path, text: readFileSync(join(ROOT, path), 'utf8') };
    }),
);
const server = files.filter(({ path }) => path.startsWith('server/'));

/** Downward only: a part imports parts of its own line or of a line below. */
const LAYERS = [
  ['main.ts', 'cli', 'compose.ts', 'compose'],
  ['edges'],
  ['sandbox', 'clickhouse'],
  [
    'model-runs',
    'tool-runs',
    'compute-jobs',
    'metrics',
    'traces',
    'scores',
    'exports',
    'broadcast',
  ],
  ['runs/edges'],
  ['runs', 'alerts', 'payments', 'webhooks', 'workspaces', 'platform/http', 'platform/worker'],
  ['keys', 'people', 'prompts'],
  ['providers'],
  ['money'],
  ['quotas'],
  ['audit-trail', 'platform/deployment', 'platform/mail', 'platform/rates'],
  ['platform/config', 'platform/db'],
  ['platform/outbound'],
  ['platform/telemetry'],
  ['kinds.ts'],
  ['platform/lib'],
];

/** The edges of an area: what answers a request or a command. They may use every other area. */
const EDGE =
  /^server\/(?!platform\/|compose)(?!.*\/providers\/).*\/([a-z]+-)*(http|dashboard|cli)(-[a-z-]+)?\.ts$/;

/**
 * An area is a folder, of which its edges are a part of their own. The names of a kind, in the file `kind.ts` of its
 * folder, belong to the list of kinds: every part knows them.
 */
function partOf(path: string): string {
  const [, area = '', inner] = path.split('/');
  if (path.endsWith('/kind.ts') && area !== 'runs') return 'kinds.ts';
  if (EDGE.test(path)) return /(\/|-)cli(-[a-z-]+)?\.ts$/.test(path) ? 'cli' : 'edges';
  return area === 'platform' || (area === 'runs' && inner === 'edges') ? `${area}/${inner}` : area;
}

function layerOf(path: string): number {
  const part = partOf(path);
  return LAYERS.findIndex((parts) => parts.includes(part));
}

/** What a file imports: paths from the root for our own, names for packages. */
function importsOf({ path, text }: { path: string; text: string }): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    (match) => match[1]!,
  );
  return specifiers.map((specifier) =>
    specifier.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(path), specifier)) : specifier,
  );
}

const kindFolders = KINDS.map(({ path }) => `server/${path}/`);

describe('the server', () => {
  it('has a layer for every part of the server', () => {
    expect(server.filter(({ path }) => layerOf(path) === -1).map(({ path }) => path)).toEqual([]);
  });

  it('imports only from its own layer and the layers below', () => {
    const upward = server.flatMap((file) =>
      importsOf(file)
        .filter((path) => path.startsWith('server/') && layerOf(path) < layerOf(file.path))
        .map((path) => `${file.path} -> ${path}`),
    );
    expect(upward).toEqual([]);
  });

  it('has no files and no folders that import each other in a circle', () => {
    const graph = importGraphOf(sourcesIn('server'));
    expect(cyclesOf(graph)).toEqual([]);
    expect(cyclesOf(groupedBy(graph, partOf))).toEqual([]);
  });

  it('lets a kind know no other kind, and none of its providers by name', () => {
    const wrong = server.flatMap((file) => {
      const own = kindFolders.find((folder) => file.path.startsWith(folder));
      if (own === undefined) return [];
      const adapter = new RegExp(`^${own}providers/[^/]+/`);
      const isAdapter = file.path.startsWith(`${own}providers/`);
      return importsOf(file)
        .filter(
          (path) =>
            kindFolders.some((folder) => folder !== own && path.startsWith(folder)) ||
            (!isAdapter && partOf(file.path) !== 'cli' && adapter.test(path)),
        )
        .map((path) => `${file.path} -> ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  it('lets only the adapter to HTTP know the HTTP library', () => {
    const wrong = server.filter(
      (file) =>
        !file.path.startsWith('server/platform/http/') &&
        importsOf(file).some((name) => /^express$/.test(name)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('lets the kernel of runs name no resource', () => {
    const words = /\b(models?|prompts?|tokens?|conversations?|tools?|jobs?)\b/i;
    const wrong = server
      .filter(({ path }) => /^server\/runs\/[^/]+$/.test(path))
      .filter(({ text }) => words.test(text))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it('names a kind of runs only in its folder, in what it runs in, and in the lists of kinds', () => {
    const own = new RegExp(
      `^server/(compose/)?kinds\\.ts$|^server/(sandbox|platform/db/embedded)/|^(${kindFolders.join('|')})`,
    );
    const names = KINDS.flatMap(({ kind, operations, pages, path }) => [
      `\\b${kind}\\b`,
      `'${path}'`,
      ...Object.values(operations).map((id) => `'${id}'`),
      ...[pages.list, pages.get, pages.cancel, pages.lookUp].map((id) => `'${id}'`),
    ]);
    const named = new RegExp(names.join('|'));
    const wrong = server.filter(({ path, text }) => !own.test(path) && named.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('lets the edges of an area import other areas only by their index.ts or present.ts', () => {
    const wrong = server
      .filter(({ path }) => partOf(path) === 'edges')
      .flatMap((file) =>
        importsOf(file)
          .filter((path) => /^server\/(?!platform\/|providers\/|kinds\.ts)/.test(path))
          .filter((path) => path.split('/')[1] !== file.path.split('/')[1])
          .filter((path) => !/\/([a-z]+-)*(index|present)\.ts$/.test(path) && !EDGE.test(path))
          .map((path) => `${file.path} -> ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it('lets only HTTP, edges and presenters import generated types', () => {
    const wrong = server.filter(
      (file) =>
        importsOf(file).some((path) => /^openapi\/generated\/(developer|dashboard)/.test(path)) &&
        !/^server\/platform\/http\/|\/([a-z]+-)*present\.ts$/.test(file.path) &&
        !EDGE.test(file.path),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const readers = server
      .filter(({ text }) => text.includes('process.env'))
      .map(({ path }) => path);
    expect(readers).toEqual(['server/platform/config/index.ts']);
  });

  it('keeps SQL in stores and in the database layer', () => {
    const wrong = server
      .filter(({ path, text }) =>
        text.includes('.query(') || text.includes('.query<')
          ? !/(^server\/platform\/db\/|store\.ts$)/.test(path)
          : false,
      )
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it('lets stores give the database parameters, never text put together from values', () => {
    const stores = server.filter(({ path }) => path.endsWith('store.ts'));
    const pieces = stores.flatMap(({ path, text }) =>
      [...text.matchAll(/\$\{([^}]*)\}/g)].map((match) => `${path}: ${match[1]}`),
    );
    expect(pieces.filter((piece) => !/: [A-Z_]+$/.test(piece))).toEqual([]);
  });

  it('lets the client know nothing of the server', () => {
    const wrong = files
      .filter(({ path }) => path.startsWith('client/'))
      .flatMap((file) => importsOf(file).filter((path) => path.startsWith('server/')));
    expect(wrong).toEqual([]);
  });
});
