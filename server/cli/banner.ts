/** What stands on the screen once the service is up: where it is, and what to do next. */
import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import type { Greeting } from './first-start.ts';
import { facts, quoted } from './output.ts';

export interface BannerOptions {
  command: string;
  place: string;
  url: string | undefined;
  greeting: Greeting | undefined;
}

export function banner({ command, place, url, greeting }: BannerOptions): string {
  const title = command === 'work' ? 'The worker is ready.' : 'The Model Run API is ready.';
  const parts = [
    strong(title),
    facts({
      API: url && `${url}/v1/developer/model-runs`,
      Dashboard: url && `${url}/dashboard`,
      Docs: url && `${url}/docs`,
      Contract: url && `${url}/openapi.json`,
      Health: url && `${url}/readyz`,
      Data: place,
    }),
  ];
  if (greeting?.kind === 'first') parts.push(...firstSteps(greeting, url ?? ''));
  if (greeting?.kind === 'again') parts.push(anotherKey(greeting.workspace));
  if (greeting?.join) parts.push(...becomeOwner(greeting.join, url ?? ''));
  parts.push('Ctrl-C stops.');
  return `\n${parts.map(indented).join('\n\n')}\n\n`;
}

function firstSteps(greeting: Greeting & { kind: 'first' }, url: string): string[] {
  const { workspace, credit, key, model } = greeting;
  const made = `This is the first start: the workspace "${workspace}" was made, with ${credit} to spend and
this key. It is shown only now, and kept nowhere:`;
  if (model === undefined) return [made, `  ${strong(key)}`];
  return [
    made,
    `  ${strong(key)}`,
    'Try it. The sandbox answers on this machine, without an account or a real cent:',
    tryIt(url, key, model),
    `Paste it again: the same Idempotency-Key gives the same run, and buys nothing.`,
  ];
}

/** Last, where the eye is when a terminal stops scrolling. */
function becomeOwner(path: string, url: string): string[] {
  return [
    `Open the dashboard. This link makes its first owner; it works once, within a week, and
a start prints another until somebody has used it:`,
    `  ${strong(url + path)}`,
  ];
}

function tryIt(url: string, key: string, model: string): string {
  const body = {
    model,
    messages: [{ role: 'user', content: 'Hello, ledger!' }],
    maxOutputTokens: 100,
  };
  return [
    `curl -sS ${url}/v1/developer/model-runs`,
    `-H 'Authorization: Bearer ${key}'`,
    `-H 'Content-Type: application/json'`,
    `-H 'Idempotency-Key: ${randomUUID()}'`,
    `-H 'Prefer: wait=10'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}

function anotherKey(workspace: string | undefined): string {
  if (workspace === undefined) {
    return `There is no workspace yet:
  npm run cli -- workspaces create acme`;
  }
  return `Another key:
  npm run cli -- keys create ${quoted(workspace)} --name mine --scope models:read models:run`;
}

/** Plain where nobody looks, or where no colour is wanted. */
function strong(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
