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
  ['main.ts', 'cli'],
  ['compose.ts', 'compose'],
  ['dashboard'],
  ['resources'],
  ['alerts', 'http', 'runs', 'worker', 'sandbox', 'webhooks', 'workspaces', 'observability'],
  ['keys', 'users', 'prompts'],
  ['tools'],
  ['providers', 'engines'],
  ['ledger'],
  ['quotas'],
  ['audit-trail', 'deployment', 'mail', 'rates'],
  ['config.ts', 'config-shape.ts', 'config-variables', 'config-schemas.ts', 'db'],
  ['outbound'],
  ['telemetry'],
  ['kinds.ts'],
  ['kernel'],
];

/** The names of a kind, in the file `kind.ts` of its folder, belong to the list of kinds: every part knows them. */
function partOf(path: string): string {
  return path.endsWith('/kind.ts') && path.split('/').length > 3 ? 'kinds.ts' : path.split('/')[1]!;
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

  it('lets a resource know no other resource, no HTTP library and no provider by name', () => {
    const wrong = server.flatMap((file) => {
      const [, , resource] = file.path.split('/');
      if (!file.path.startsWith('server/resources/')) return [];
      return importsOf(file)
        .filter(
          (path) =>
            (path.startsWith('server/resources/') &&
              path.split('/').length > 3 &&
              path.split('/')[2] !== resource) ||
            /^express/.test(path) ||
            /^server\/providers\/(openrouter|openai|anthropic|google|bedrock|native|mcp|http-tools)/.test(
              path,
            ),
        )
        .map((path) => `${file.path} -> ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  it('lets the kernel of runs name no resource', () => {
    const words = /\b(models?|prompts?|tokens?|conversations?|tools?|jobs?)\b/i;
    const wrong = server
      .filter(({ path }) => path.startsWith('server/runs/'))
      .filter(({ text }) => words.test(text))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it('names a kind of runs only in its folder, in what it runs in, and in the lists of kinds', () => {
    const own = new RegExp(
      `^server/(kinds|compose/kinds)\\.ts$|^server/(providers|engines|tools|sandbox|db/embedded)/|^server/resources/(${KINDS.map(({ path }) => path).join('|')})/`,
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

  it('lets the dashboard import other parts only by their index.ts or present.ts', () => {
    const wrong = server
      .filter(({ path }) => path.startsWith('server/dashboard/'))
      .flatMap((file) =>
        importsOf(file)
          .filter((path) =>
            /^server\/(resources|runs|keys|ledger|users|workspaces|audit-trail|http)\//.test(path),
          )
          .filter((path) => !/\/(index|present)\.ts$/.test(path))
          .map((path) => `${file.path} -> ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it('lets only HTTP, routes and presenters import generated types', () => {
    const wrong = server.filter(
      (file) =>
        importsOf(file).some((path) => /^openapi\/generated\/(developer|dashboard)/.test(path)) &&
        !/^server\/(http\/|(resources|dashboard|observability)\/([^/]+\/)?(routes|present)\.ts)/.test(
          file.path,
        ),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const readers = server
      .filter(({ text }) => text.includes('process.env'))
      .map(({ path }) => path);
    expect(readers).toEqual(['server/config.ts']);
  });

  it('keeps SQL in stores and in the database layer', () => {
    const wrong = server
      .filter(({ path, text }) =>
        text.includes('.query(') || text.includes('.query<')
          ? !/(^server\/db\/|store\.ts$)/.test(path)
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
