/** A function fits on a screen: its beginning and its end are visible at once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT, sourcesIn } from '../support/import-graph.ts';

const MOST_LINES = 70;

interface Measured {
  /** The file and the function. */
  name: string;
  /** Including its head, its comments and the functions within it. */
  lines: number;
}

function functionsOf(path: string, text: string): Measured[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line;
  const found: Measured[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
      found.push({ name: `${path} ${nameOf(node)}`, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Its own name, or that of the constant or member that it is assigned to. */
function nameOf(node: ts.SignatureDeclaration): string {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named?.getText() ?? 'without a name';
}

it('is measured with its head and its end, and with the functions within it', () => {
  const text =
    'const outer = () => {\n  function inner(): void {\n    stop();\n  }\n};\nclass A { m() {} }';
  expect(functionsOf('a.ts', text)).toEqual([
    { name: 'a.ts outer', lines: 5 },
    { name: 'a.ts inner', lines: 3 },
    { name: 'a.ts m', lines: 1 },
  ]);
});

it(`has no more than ${MOST_LINES} lines`, () => {
  const tooLong = sourcesIn('server', 'client', 'scripts')
    .flatMap((path) => functionsOf(path, readFileSync(join(ROOT, path), 'utf8')))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ name }) => name);
  expect(tooLong).toEqual([]);
});
