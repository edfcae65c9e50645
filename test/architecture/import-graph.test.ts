/** Tests the reader of imports itself, on small graphs. */
import { describe, expect, it } from 'vitest';
import {
  againstLayers,
  cyclesOf,
  folderGraphOf,
  type ImportGraph,
  importGraphOf,
} from '../support/import-graph.ts';

function graph(edges: Record<string, string[]>): ImportGraph {
  return new Map(Object.entries(edges).map(([file, imports]) => [file, new Set(imports)]));
}

describe('a graph of imports', () => {
  it('has the imports of a file, those of types and of whole modules too', () => {
    const files = ['scripts/build.ts', 'scripts/build/index.ts', 'scripts/build/sources.ts'];
    expect(importGraphOf(files)).toEqual(
      graph({
        [files[0]!]: [files[1]!],
        [files[1]!]: [files[2]!],
        [files[2]!]: [],
      }),
    );
  });

  it('names every file of a cycle, by a shortest path from the first', () => {
    const circle = graph({ a: ['b'], b: ['c', 'd'], c: ['a'], d: ['c'], e: ['a'] });
    expect(cyclesOf(circle)).toEqual(['a -> b -> c -> a', 'd -> c -> a -> b -> d']);
    expect(cyclesOf(graph({ a: ['a'] }))).toEqual(['a -> a']);
    expect(cyclesOf(graph({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([]);
  });

  it('finds a cycle of folders whose files have none', () => {
    const files = graph({ 'x/1': ['y/1'], 'y/1': [], 'y/2': ['x/2'], 'x/2': [] });
    expect(cyclesOf(files)).toEqual([]);
    expect(cyclesOf(folderGraphOf(files))).toEqual(['x -> y -> x']);
  });

  it('finds imports that go up or aside in a picture of layers, and files that are not in it', () => {
    const files = graph({ top: ['low'], low: ['top'], aside: ['low'], other: [] });
    expect(againstLayers(files, [['top'], ['low', 'aside']], (file) => file)).toEqual([
      'low -> top',
      'aside -> low',
      'other has no layer',
    ]);
  });
});
