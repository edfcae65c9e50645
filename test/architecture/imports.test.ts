/**
 * Which part of the project may import which, as rules of dependency-cruiser. An import of types counts like any other.
 * Each rule is proven by an import that it has to find.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../server/kinds.ts';
import { ROOT } from '../support/sources.ts';

/** The edges of an area are what answers a request or a command: parts of their own, which may use every area. */
const EDGE = '^server/(?!platform/|compose)(?!.*/providers/)([^/]+)/(.*[/-]|)';
const HANDLERS = `${EDGE}(http|dashboard)([.]ts|-[a-z-]+[.]ts)$`;
const COMMANDS = `${EDGE}cli([.]ts|-[a-z-]+[.]ts)$`;
const PRESENTERS = '^server/.*[/-]present[.]ts$';
/** The names of a kind, in its folder, belong to the list of kinds: every part knows them. */
const NAMES_OF_KINDS = '^server/[a-z-]+/kind[.]ts$';
const OF_KINDS = `^server/(${KINDS.map(({ path }) => path).join('|')})/`;

/** Downward only: a part imports lines below its own. */
const SERVER = [
  ['main.ts'],
  ['cli/'],
  ['compose.ts'],
  ['compose/'],
  ['handlers'],
  ['operator/'],
  ['sandbox/', 'clickhouse/'],
  [...KINDS.map(({ path }) => `${path}/`), 'metrics/', 'exports/', 'broadcast/'],
  ['traces/'],
  ['scores/', 'runs/edges/'],
  ['runs/', 'alerts/', 'payments/', 'webhooks/', 'platform/http/', 'platform/worker/'],
  ['workspaces/', 'people/'],
  ['keys/', 'prompts/', 'customers/'],
  ['providers/'],
  ['money/'],
  ['quotas/'],
  ['audit-trail/', 'platform/deployment/', 'platform/mail/', 'platform/rates/'],
  ['platform/config/', 'platform/outputs/'],
  ['platform/db/'],
  ['platform/outbound/'],
  ['platform/telemetry/'],
  ['kinds.ts'],
  ['platform/lib/'],
];
const WEB_APP = [
  ['main.tsx'],
  ['app.tsx'],
  ['pages/'],
  ['frame/', 'charts/'],
  ['parts/'],
  ['scopes/', 'filters/', 'snippets/'],
  ['format/'],
  ['api/'],
];

const PARTS: Record<string, string[]> = {
  handlers: [HANDLERS],
  'cli/': ['^server/cli/', COMMANDS],
  'runs/': ['^server/runs/(?!edges/)'],
  'kinds.ts': ['^server/kinds[.]ts$', NAMES_OF_KINDS],
};
const serverPart = (name: string) => PARTS[name] ?? [`^server/${name.replace('.', '[.]')}`];
const webAppPart = (name: string) => [`^client/dashboard/src/${name.replace('.', '[.]')}`];

const RULES: IForbiddenRuleType[] = [
  { name: 'no files in a circle', from: {}, to: { circular: true } },
  {
    name: 'no folders of the client in a circle',
    scope: 'folder',
    from: { path: '^client' },
    to: { circular: true },
  },
  ...downward(SERVER, serverPart, {
    apart: [HANDLERS, COMMANDS, NAMES_OF_KINDS],
    known: [NAMES_OF_KINDS],
  }),
  ...downward(WEB_APP, webAppPart),
  {
    name: 'every part of the server has a line',
    from: { path: '^server/', pathNot: SERVER.flat().flatMap(serverPart) },
    to: {},
  },
  {
    name: 'a kind knows no other kind',
    from: { path: OF_KINDS },
    to: { path: OF_KINDS, pathNot: '^server/$1/' },
  },
  {
    name: 'a kind knows none of its adapters by name',
    from: { path: OF_KINDS, pathNot: ['/providers/', COMMANDS] },
    to: { path: '^server/$1/providers/[^/]+/' },
  },
  {
    name: 'only the adapter to HTTP knows the HTTP library',
    from: { path: '^server/', pathNot: '^server/platform/http/' },
    to: { path: '^express$|(^|/)node_modules/express/' },
  },
  {
    name: 'handlers import other areas only by their index or presenters',
    from: { path: HANDLERS },
    to: {
      path: '^server/',
      pathNot: [
        ...['^server/(platform/|providers/|kinds[.]ts)', '^server/$1/', PRESENTERS],
        ...['[/-]index[.]ts$', HANDLERS, COMMANDS],
      ],
    },
  },
  {
    name: 'only HTTP, edges and presenters import generated types',
    from: { path: '^server/', pathNot: ['^server/platform/http/', PRESENTERS, HANDLERS, COMMANDS] },
    to: { path: '^openapi/generated/(developer|dashboard|operator)' },
  },
  {
    name: 'the client knows nothing of the server',
    from: { path: '^client/' },
    to: { path: '^server/' },
  },
  {
    name: 'the web app imports only the generated contract from the rest, in one file',
    from: { path: '^client/dashboard/src/', pathNot: '/api/contract[.]ts$' },
    to: { path: '^(server|scripts|test|openapi)/|^client/(?!dashboard/)' },
  },
];

/** A part imports no part of its own line, and none of a line above. */
function downward(
  lines: string[][],
  pathsOf: (part: string) => string[],
  { apart = [], known = [] }: { apart?: string[]; known?: string[] } = {},
): IForbiddenRuleType[] {
  return lines.slice(1).flatMap((line, i) =>
    line.map((part) => {
      const others = [...lines.slice(0, i + 1).flat(), ...line].filter((each) => each !== part);
      const [path, above] = [pathsOf(part), others.flatMap(pathsOf)];
      const isBelowKnown = above.some((each) => known.includes(each));
      return {
        name: `${part} imports only lines below it`,
        from: { path, pathNot: apart.filter((each) => !path.includes(each)) },
        to: { path: above, pathNot: isBelowKnown ? [] : known },
      };
    }),
  );
}

/** For each rule, or its like, an import that it forbids. */
const PLANTED: [rule: string, from: string, to: string][] = [
  ['no files in a circle', 'server/runs/a.ts', 'server/runs/b.ts'],
  ['no folders of the client in a circle', 'client/x/a.ts', 'client/y/b.ts'],
  ['runs/ imports only lines below it', 'server/runs/c.ts', 'server/runs/edges/a.ts'],
  ['runs/ imports only lines below it', 'server/runs/c.ts', 'server/alerts/a.ts'],
  ['runs/ imports only lines below it', 'server/runs/c.ts', 'server/keys/http.ts'],
  ['traces/ imports only lines below it', 'server/traces/a.ts', 'server/traces/cli-of-spans.ts'],
  ['handlers imports only lines below it', 'server/traces/dashboard.ts', 'server/compose/a.ts'],
  [
    'platform/lib/ imports only lines below it',
    'server/platform/lib/a.ts',
    'server/tool-runs/kind.ts',
  ],
  [
    'parts/ imports only lines below it',
    'client/dashboard/src/parts/a.ts',
    'client/dashboard/src/frame/a.ts',
  ],
  ['every part of the server has a line', 'server/unknown/a.ts', 'server/platform/lib/a.ts'],
  ['a kind knows no other kind', 'server/tool-runs/a.ts', 'server/model-runs/a.ts'],
  [
    'a kind knows none of its adapters by name',
    'server/tool-runs/a.ts',
    'server/tool-runs/providers/mcp/a.ts',
  ],
  ['only the adapter to HTTP knows the HTTP library', 'server/runs/d.ts', 'express'],
  [
    'handlers import other areas only by their index or presenters',
    'server/keys/http.ts',
    'server/money/store.ts',
  ],
  [
    'only HTTP, edges and presenters import generated types',
    'server/runs/d.ts',
    'openapi/generated/developer.ts',
  ],
  ['the client knows nothing of the server', 'client/a.ts', 'server/platform/lib/b.ts'],
  [
    'the web app imports only the generated contract from the rest, in one file',
    'client/dashboard/src/api/a.ts',
    'openapi/generated/dashboard.ts',
  ],
];

/** What makes circles of those imports. */
const BACK: typeof PLANTED = [
  ['no files in a circle', 'server/runs/b.ts', 'server/runs/a.ts'],
  ['no folders of the client in a circle', 'client/y/c.ts', 'client/x/d.ts'],
];

async function violationsIn(root: string, files: string[]) {
  const { output } = await cruise(
    files,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: RULES },
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: ['node_modules/(?!express/)', '/dist/'] },
    },
    { extensions: ['.ts', '.tsx'] },
  );
  const { summary, modules } = output as ICruiseResult;
  const found = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { found, modules, of: (name: string) => found.filter(({ rule }) => rule === name) };
}

describe('imports', async () => {
  const project = await violationsIn(ROOT, ['server', 'client']);

  it('are read: those of types, and those of packages that a rule is about', () => {
    const importsOf = (path: string) =>
      project.modules.find(({ source }) => source === path)?.dependencies.map((to) => to.resolved);
    expect(importsOf('server/runs/resource.ts')).toContain('server/runs/store.ts');
    expect(importsOf('server/platform/http/app.ts')?.join()).toMatch(/\bexpress\b/);
    expect(importsOf('client/dashboard/src/api/contract.ts')).toEqual([
      'openapi/generated/dashboard.ts',
      'openapi/generated/operator.ts',
      'openapi/generated/scopes.ts',
    ]);
  });

  it.each(RULES.map(({ name }) => name!))('follow the rule: %s', (name) => {
    expect(project.of(name)).toEqual([]);
  });
});

describe('the rules', async () => {
  const root = mkdtempSync(join(tmpdir(), 'imports-'));
  const all = [...PLANTED, ...BACK];
  const isFile = (path: string) => path.includes('/');
  for (const path of all.flatMap(([, from, to]) => [from, to]).filter(isFile)) {
    const imports = all
      .filter(([, from]) => from === path)
      .map(([, , to]) => `import '${isFile(to) ? `./${relative(dirname(path), to)}` : to}';\n`);
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), imports.join(''));
  }
  const planted = await violationsIn(root, ['server', 'client']);
  rmSync(root, { recursive: true });

  it.each(PLANTED)('find for "%s" that %s imports %s', (rule, from, to) => {
    // Of folders, it names only the folders.
    const found = planted
      .of(rule)
      .some((each) => from.startsWith(each.from) && to.startsWith(each.to));
    expect(found).toBe(true);
  });
});
