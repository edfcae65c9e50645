/**
 * Reads from the sources which file imports which, and finds cycles. Plain functions over a plain map, for architecture
 * tests of any part of the project.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import ts from 'typescript';

export const ROOT = resolve(import.meta.dirname, '../..');

/** What a file, or a folder, imports, by its path from the root. */
export type ImportGraph = Map<string, Set<string>>;

/** Source files below these folders and files, by their paths from the root. */
export function sourcesIn(...paths: string[]): string[] {
  return paths.flatMap((path) =>
    /\.\w+$/.test(path)
      ? [path]
      : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
          .map((name) => join(path, name)),
  );
}

/** The graph of these files. It omits imports of packages and of other files, and includes type imports. */
export function importGraphOf(files: string[]): ImportGraph {
  const known = new Set(files);
  return new Map(
    files.map((file) => [file, new Set(importedFiles(file).filter((path) => known.has(path)))]),
  );
}

/** What a file imports from any part of the project: paths from the root. */
export function importedFiles(file: string): string[] {
  const { importedFiles: found } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'));
  return found
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => normalize(join(dirname(file), fileName)))
    .filter((path) => existsSync(join(ROOT, path)));
}

/** The same graph between groups of files, such as folders, without imports within a group. */
export function groupedBy(graph: ImportGraph, groupOf: (file: string) => string): ImportGraph {
  const groups: ImportGraph = new Map();
  for (const [file, imports] of graph) {
    const group = groupOf(file);
    const others = groups.get(group) ?? new Set();
    for (const each of imports) if (groupOf(each) !== group) others.add(groupOf(each));
    groups.set(group, others);
  }
  return groups;
}

export function folderGraphOf(graph: ImportGraph): ImportGraph {
  return groupedBy(graph, dirname);
}

/** Cycles, written `a -> b -> a`: a shortest one for each node in a cycle, without duplicates. */
export function cyclesOf(graph: ImportGraph): string[] {
  const cycles: string[] = [];
  const reported = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (reported.has(start)) continue;
    const cycle = shortestWay(graph, start);
    if (!cycle) continue;
    for (const each of cycle) reported.add(each);
    cycles.push(cycle.join(' -> '));
  }
  return cycles;
}

/** From a node back to itself. */
function shortestWay(graph: ImportGraph, start: string): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1)!) ?? []) {
      if (next === start) return [...way, start];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

/**
 * Imports that go up or sideways in a picture of layers: the top layer comes first, and only the lines above a line may
 * import it. `partOf` names a file's part; a part without a line is an error too.
 */
export function againstLayers(
  graph: ImportGraph,
  layers: readonly (readonly string[])[],
  partOf: (file: string) => string,
): string[] {
  const layerOf = (file: string) => layers.findIndex((parts) => parts.includes(partOf(file)));
  return [...graph].flatMap(([file, imports]) => {
    if (layerOf(file) === -1) return [`${file} has no layer`];
    return [...imports]
      .filter((each) => partOf(each) !== partOf(file) && layerOf(each) <= layerOf(file))
      .map((each) => `${file} -> ${each}`);
  });
}
