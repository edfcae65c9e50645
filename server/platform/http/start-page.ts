/**
 * What is at the address of the deployment, and what an address without an operation is answered with. Both lead on: to
 * the documentation, the dashboard, the contract and the health. The page is outside of the contract, as the dashboard is.
 */
import { createHash } from 'node:crypto';
import type { Express, Request } from 'express';
import { NOT_FOUND, Problem } from '../lib/problem.ts';
import { type ApiContext, writeBody } from './serve-api.ts';
import { beginPage } from './web-app.ts';

export interface StartOptions extends Pick<ApiContext, 'publicUrl'> {
  info: { title: string; version: string };
  /** What the deployment has of it. */
  has: { docs: boolean; dashboard: boolean };
}

export function serveStart(app: Express, options: StartOptions): void {
  const links = linksOf(options);
  const page = pageOf(options.info, links);
  app.get('/', (req, res) => {
    const { publicUrl, info } = options;
    res.setHeader('Cache-Control', 'no-cache');
    res.setHeader('Vary', 'Accept');
    // Browsers name pages; programs that name nothing get what they can read.
    if (req.accepts(['application/json', 'text/html']) !== 'text/html') {
      const addresses = links.map(({ name, path }) => [name, publicUrl() + path]);
      res.json({ title: info.title, version: info.version, ...Object.fromEntries(addresses) });
      return;
    }
    beginPage(res, publicUrl, POLICY);
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    writeBody(res, page);
  });
}

interface Link {
  /** For programs. */
  name: string;
  path: string;
  /** For people. */
  title: string;
  about: string;
}

function linksOf({ has }: StartOptions): Link[] {
  const links: (Link & { isHere: boolean })[] = [
    {
      ...{ name: 'docs', path: '/docs', isHere: has.docs, title: 'Documentation' },
      about: 'Guides, the reference, and code to copy',
    },
    {
      ...{ name: 'dashboard', path: '/dashboard', isHere: has.dashboard, title: 'Dashboard' },
      about: 'Keys, runs, credit and usage of your workspace',
    },
    {
      ...{ name: 'contract', path: '/openapi.json', isHere: true, title: 'Contract' },
      about: 'Every operation, as OpenAPI 3.1',
    },
    {
      ...{ name: 'texts', path: '/llms.txt', isHere: has.docs, title: 'Documentation as text' },
      about: 'The guides in Markdown, for coding agents',
    },
    {
      ...{ name: 'health', path: '/readyz', isHere: true, title: 'Health' },
      about: 'Whether this deployment takes requests',
    },
  ];
  return links.filter(({ isHere }) => isHere);
}

function pageOf({ title, version }: StartOptions['info'], links: readonly Link[]): string {
  const items = links.map(
    ({ path, title: name, about }) =>
      `<li><a href="${path.slice(1)}"><strong>${name}</strong><span>${about}</span></a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<svg width="44" height="44" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#0d7a63"/><path d="M8 23V11.5l8 6.5 8-6.5V23" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="24" cy="8" r="2.6" fill="#ffc857"/></svg>
<h1>${title}</h1>
<p>AI models, tools and code, each run paid once from prepaid credit. This deployment has version ${version} of the contract.</p>
<nav aria-label="What is here">
<ul>
${items.join('\n')}
</ul>
</nav>
</main>
</body>
</html>
`;
}

/* The colors are those of the docs and of the dashboard. */
const STYLE = `
:root { color-scheme: light dark; --back: light-dark(#fbfbfa, #101312); --text: light-dark(#1a1d1c, #e8ebea);
  --quiet: light-dark(#5a6260, #9aa5a1); --line: light-dark(#dfe3e1, #2a302e); --card: light-dark(#ffffff, #171b1a);
  --accent: light-dark(#0d7a63, #4fd1ac); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1.25rem;
  background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 30rem; }
h1 { margin: 1rem 0 0.5rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.02em; }
p { margin: 0 0 1.75rem; color: var(--quiet); text-wrap: pretty; }
ul { list-style: none; margin: 0; padding: 0; overflow: hidden; border: 1px solid var(--line); border-radius: 12px;
  background: var(--card); }
li + li { border-top: 1px solid var(--line); }
a { display: grid; gap: 0.125rem; padding: 0.875rem 1.125rem; color: inherit; text-decoration: none; }
a strong { color: var(--accent); font-weight: 600; }
a span { color: var(--quiet); font-size: 0.875rem; }
a:hover strong { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: -3px; border-radius: 12px; }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

/** Where an OpenAI-compatible client, or Anthropic's, sends its requests. */
const OF_OTHER_APIS = /\/(chat\/completions|responses|messages)$/;
/** The guide for these programs, below the documentation. */
export const OTHER_CLIENTS = '/guides/use-the-openai-package-the-ai-sdk-or-langchain';
/** Resources whose ids can contain a slash, with an example. */
const WITH_SLASHES: [RegExp, string][] = [
  [/^\/v1\/developer\/models\/.*\//, '/v1/developer/models/sandbox%2Fecho'],
  [/^\/v1\/developer\/tools\/.*\//, '/v1/developer/tools/sandbox%2Fecho'],
  [
    /^\/v1\/developer\/observability\/prompts\/.*\//,
    '/v1/developer/observability/prompts/support%2Fanswer',
  ],
];

/** Says what to do about an address that a program took from elsewhere, or did not encode. */
export function absence({ path }: Request, publicUrl: string): Problem {
  if (OF_OTHER_APIS.test(path)) {
    const guide = `${publicUrl}/docs${OTHER_CLIENTS}`;
    const detail = `This service has no endpoint for chat completions, responses or messages. Programs that use these create runs instead: see ${guide}.`;
    return new Problem('not_found', detail);
  }
  const example = WITH_SLASHES.find(([paths]) => paths.test(path))?.[1];
  if (example === undefined) return new Problem('not_found', NOT_FOUND);
  const detail = `${NOT_FOUND} Write a slash within an id as %2F, as in ${example}.`;
  return new Problem('not_found', detail);
}
