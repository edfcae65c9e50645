/**
 * The documentation pages: a contract preceded by guides and, for developers, with code samples, rendered by Redoc and
 * then made self-contained, so that nothing is loaded from elsewhere. Fails rather than leaving a gap.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../fingerprint.ts';
import { type ComposedDocument, composeDocument } from './document.ts';
import { composeOperatorsDocument } from './operators.ts';
import { type PageTexts, render } from './page.ts';
import { fingerprint, operatorsPage, page, texts } from './sources.ts';
import { textsOf } from './texts.ts';

export interface BuiltDocs {
  /** The path from the root of the project. */
  file: string;
  bytes: number;
  sections: number;
  samples: number;
}

/** Builds the page for developers. */
export async function buildDocs(file = page, textsFile = texts): Promise<BuiltDocs> {
  const composed = composeDocument();
  const { document, overview, guides } = composed;
  replace(
    textsFile,
    JSON.stringify({ sources: fingerprint(), ...textsOf(document, overview, guides) }),
  );
  return build(composed, file, {
    title: 'Model Run API: guides and reference',
    about:
      'Run AI models over HTTP, paid from prepaid credit: held before sending, settled exactly once. Quickstart, guides, every error, and the reference with samples in curl, TypeScript and Python.',
  });
}

/** Builds the page for operators of a deployment. */
export function buildOperatorsDocs(file = operatorsPage): Promise<BuiltDocs> {
  return build(composeOperatorsDocument(), file, {
    title: 'Key Dashboard API: for operators',
    about:
      'The first start, roles, sessions, sign-in by an identity provider, every problem, and the reference.',
  });
}

async function build(
  { document, guides, samples }: ComposedDocument,
  file: string,
  about: PageTexts,
): Promise<BuiltDocs> {
  const html = await render({ document, guides, texts: about, sources: fingerprint() });
  replace(file, html);
  return {
    file: relative(root, file),
    bytes: Buffer.byteLength(html),
    sections: guides.reduce((sum, { parts }) => sum + 1 + parts.length, 0),
    samples,
  };
}

/** Replaces a file in one step, so that a reader finds the old one or the new one. */
function replace(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
