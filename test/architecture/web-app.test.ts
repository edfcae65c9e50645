/** How the web app and the client are put together: which part imports which, and that nothing goes round. */
import { describe, expect, it } from 'vitest';
import {
  againstLayers,
  cyclesOf,
  folderGraphOf,
  importedFiles,
  importGraphOf,
  sourcesIn,
} from '../support/import-graph.ts';

const WEB_APP = 'client/dashboard/src';

/** Downward only: a part imports parts of lines below its own. */
const LAYERS = [
  ['main.tsx'],
  ['app.tsx'],
  ['pages'],
  ['frame', 'charts'],
  ['parts'],
  ['scopes', 'filters', 'snippets', 'format'],
  ['api'],
];

const webApp = importGraphOf(sourcesIn(WEB_APP));
const client = importGraphOf(sourcesIn('client').filter((file) => !file.includes('/dashboard/')));

function partOf(file: string): string {
  return file.slice(WEB_APP.length + 1).split('/')[0]!;
}

describe.each([
  ['the web app', webApp],
  ['the client', client],
])('%s', (_, graph) => {
  it('has no files that import each other in a circle', () => {
    expect(cyclesOf(graph)).toEqual([]);
  });

  it('has no folders that import each other in a circle', () => {
    expect(cyclesOf(folderGraphOf(graph))).toEqual([]);
  });
});

describe('the web app', () => {
  it('imports only from its own layer and the layers below', () => {
    expect(againstLayers(webApp, LAYERS, partOf)).toEqual([]);
  });

  it('imports from the rest of the project only the generated contract, in one file', () => {
    const outer = [...webApp.keys()].flatMap((file) =>
      importedFiles(file)
        .filter((path) => !path.startsWith(`${WEB_APP}/`))
        .map((path) => `${file} -> ${path}`),
    );
    expect(outer).toEqual([
      `${WEB_APP}/api/contract.ts -> openapi/generated/dashboard.ts`,
      `${WEB_APP}/api/contract.ts -> openapi/generated/scopes.ts`,
    ]);
  });
});
