/** The files of the project, for tests that read them. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

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
