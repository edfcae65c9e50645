/**
 * The documentation as a folder of files: pages for developers, all of them as one page that works offline, the guides
 * and the contract in other forms, and one page for operators. Nothing in it is loaded from elsewhere. Fails rather than
 * leaving a gap.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../fingerprint.ts';
import { composeDocument } from './document.ts';
import { composeOperatorsDocument } from './operators.ts';
import { wholePage } from './page.ts';
import { pagesOf } from './pages.ts';
import { built, FINGERPRINT_FILE, fingerprint } from './sources.ts';
import { textsOf } from './texts.ts';

export interface BuiltDocs {
  /** The path from the root of the project. */
  folder: string;
  pages: number;
  sections: number;
  samples: number;
}

export async function buildDocs(folder = built): Promise<BuiltDocs> {
  const composed = composeDocument();
  const { document, overview, guides, samples } = composed;
  const operators = composeOperatorsDocument();
  const whole = await wholePage({
    ...composed,
    title: 'Model Run API: guides and reference',
    about:
      'Run AI models over HTTP, paid from prepaid credit: held before sending, settled exactly once. Quickstart, guides, every error, and the reference with samples in curl, TypeScript and Python.',
  });
  const files: Record<string, string> = {
    'files/docs.html': whole,
    'dashboard.html': await wholePage({
      ...operators,
      title: 'Key Dashboard API: for operators',
      about:
        'The first start, roles, sessions, sign-in by an identity provider, every problem, and the reference.',
    }),
    ...(await pagesOf(composed, whole)),
    ...textsOf(document, overview, guides),
    [FINGERPRINT_FILE]: fingerprint(),
  };
  replaceFolder(folder, files);
  const all = [...guides, ...operators.guides];
  return {
    folder: relative(root, folder),
    pages: Object.keys(files).filter((name) => name.endsWith('.html')).length,
    sections: all.reduce((sum, { parts }) => sum + 1 + parts.length, 0),
    samples,
  };
}

/** Replaces a folder as a whole, so that a reader finds the old files or the new ones. */
function replaceFolder(folder: string, files: Record<string, string>): void {
  const [draft, old] = [`${folder}.${process.pid}`, `${folder}.${process.pid}.old`];
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(draft, name)), { recursive: true });
    writeFileSync(join(draft, name), text);
  }
  try {
    renameSync(folder, old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  renameSync(draft, folder);
  rmSync(old, { recursive: true, force: true });
}
