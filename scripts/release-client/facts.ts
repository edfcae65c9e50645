/** The facts about a release of the client: its version, and the state of the repository. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';

export interface Facts {
  /** The version in `client/package.json`. */
  version: string;
  /** The repository of the package, as `package.json` names it. */
  repository: string | undefined;
  /** The version that the client sends in its requests. */
  named: string;
  /** The newest section of the changelog, and its heading. */
  newest: { heading: string; text: string };
  readme: string;
  /** The version of the contract that the types are generated from. */
  contract: string;
  /** The versions of all tags of the client, without `client-v`. */
  released: string[];
  /** The tags of the commit that is checked out. */
  tags: string[];
  /** Files that are changed and not committed. */
  changed: string[];
}

export function readFacts(): Facts {
  const manifest = JSON.parse(read('client/package.json')) as {
    version: string;
    repository?: string | { url: string };
  };
  const { repository } = manifest;
  const document = JSON.parse(read('openapi/generated/developer.json')) as {
    info: { version: string };
  };
  const [section = ''] = read('client/CHANGELOG.md').split('\n## ').slice(1);
  const [heading = '', ...text] = section.split('\n');
  return {
    version: manifest.version,
    repository: typeof repository === 'object' ? repository.url : repository,
    named: /VERSION = '([^']*)'/.exec(read('client/version.ts'))?.[1] ?? '',
    newest: { heading, text: text.join('\n') },
    readme: read('client/README.md'),
    contract: document.info.version,
    released: git('tag', '--list', 'client-v*').map((tag) => tag.slice('client-v'.length)),
    tags: git('tag', '--points-at', 'HEAD'),
    changed: git('status', '--porcelain'),
  };
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function git(...args: string[]): string[] {
  const text = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  return text.split('\n').filter((line) => line !== '');
}
