/**
 * What a start makes and prints for a new user. On a database without any workspace, it creates a workspace with money
 * and a key, in one transaction, and shows the key this once. Later starts say how to create another key. While the
 * workspace has no owner, each start creates the link that makes somebody its owner. None of this happens in
 * production, where nobody asked for it. If the output is not a terminal, the start writes what it shows once to files
 * that only the owner can read: others read a log, and it is kept for long.
 */

import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { pino } from 'pino';
import type { Service } from '../compose.ts';
import { createKeyWithin, managesWorkspace, SCOPES } from '../keys/index.ts';
import type { Offered } from '../model-runs/providers/listed-models.ts';
import { PRICE_LIST } from '../model-runs/providers/price-list.ts';
import { topUpWallet } from '../money/index.ts';
import { joinPath, renewSetUpLink } from '../people/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { makeFolders } from '../platform/lib/files.ts';
import { formatMoney } from '../platform/lib/money.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { createWorkspaceWithin, listWorkspaces } from '../workspaces/index.ts';
import { parseMoney } from './arguments.ts';
import { facts, quoted } from './output.ts';

export type Greeting =
  | {
      kind: 'first';
      workspace: string;
      credit: string;
      key: string;
      model: string | undefined;
      /** Path of the dashboard where the first owner signs up. */
      join: string | undefined;
    }
  | { kind: 'again'; workspace: string | undefined; join: string | undefined };

const DEMO_WORKSPACE = 'demo';
const DEMO_CREDIT = '10.00';

export async function welcome(
  config: Config,
  { database }: Pick<Service, 'database'>,
): Promise<Greeting> {
  const { db } = database;
  const [oldest] = await listWorkspaces(db);
  if (config.production) return { kind: 'again', workspace: oldest?.name, join: undefined };
  if (oldest !== undefined) {
    const join = await db.transaction((tx) => makeJoinPath(tx, oldest.id));
    return { kind: 'again', workspace: oldest.name, join };
  }
  const amount = parseMoney(DEMO_CREDIT, config.unit);
  return {
    kind: 'first',
    workspace: DEMO_WORKSPACE,
    credit: formatMoney(amount, config.unit),
    ...(await makeDemo(db, amount)),
    model: config.providers.sandbox.enabled ? 'sandbox/echo' : undefined,
  };
}

function makeDemo(db: Db, amount: number): Promise<{ key: string; join: string | undefined }> {
  return db.transaction(async (tx) => {
    const { id: workspace } = await createWorkspaceWithin(tx, { name: DEMO_WORKSPACE });
    await topUpWallet(tx, { workspace, amount, reference: 'first start' });
    const scopes = SCOPES.filter((scope) => !managesWorkspace(scope));
    const { key } = await createKeyWithin(tx, { workspace, name: 'first key', scopes });
    return { key, join: await makeJoinPath(tx, workspace) };
  });
}

/** The previous link stops working. Undefined if the workspace has an owner. */
async function makeJoinPath(tx: Queryable, workspace: string): Promise<string | undefined> {
  const link = await renewSetUpLink(tx, workspace);
  return link && joinPath(link.token);
}

interface BannerOptions {
  command: string;
  location: string;
  url: string | undefined;
  /** The address that answers probes. */
  probes?: string | undefined;
  greeting: Greeting | undefined;
  /** What is sold because a provider's key is in its usual variable. */
  offers?: readonly Offered[] | undefined;
  /** If the output is not a terminal: says where the start saved what does not belong in a log. */
  kept?: { key: Kept | undefined; link: Kept | undefined } | undefined;
}

export function banner(options: BannerOptions): string {
  const { command, location, url, probes, greeting, offers = [], kept } = options;
  const parts = [
    strong(titleOf(command)),
    facts({
      API: url && `${url}/v1/developer/model-runs`,
      Dashboard: url && `${url}/dashboard`,
      Docs: url && `${url}/docs`,
      Contract: url && `${url}/openapi.json`,
      Health: url && `${url}/readyz`,
      Probes: probes,
      Data: location,
    }),
  ];
  if (greeting?.kind === 'first') parts.push(firstStart(greeting, kept?.key, url ?? ''));
  if (greeting?.kind === 'again') parts.push(anotherKey(greeting.workspace));
  if (offers.length > 0) parts.push(whatIsListed(offers));
  if (greeting?.join) parts.push(becomeOwner(greeting, (url ?? '') + greeting.join, kept?.link));
  parts.push('Ctrl-C stops.');
  return `\n${parts.map(indented).join('\n\n')}\n\n`;
}

/** The same as one line for machines, on standard output whatever the level of the log is. */
export function logReady(options: BannerOptions): void {
  const { command, location, url, probes, greeting, offers = [], kept } = options;
  const isEmpty = greeting?.kind === 'again' && greeting.workspace === undefined;
  const members = {
    api: url && `${url}/v1/developer/model-runs`,
    ...{ dashboard: url && `${url}/dashboard`, health: url && `${url}/readyz` },
    ...{ probes, data: location, keyFile: kept?.key, linkFile: kept?.link },
    ...(isEmpty && { next: anotherKey(undefined) }),
    ...(offers.length > 0 && { sells: whatIsListed(offers) }),
  };
  createLog({ level: 'info', to: pino.destination({ dest: 1, sync: true }) }).info(
    members,
    `${titleOf(command)} Ctrl-C stops.`,
  );
}

function titleOf(command: string): string {
  return command === 'work' ? 'The worker is ready.' : 'The Model Run API is ready.';
}

type FirstStart = Greeting & { kind: 'first' };

function firstStart(greeting: FirstStart, kept: Kept | undefined, url: string): string {
  const { workspace, credit } = greeting;
  const made = `This is the first start: the workspace "${workspace}" was made, with ${credit} to spend and`;
  if (kept === undefined) {
    return `${made}
this key. It is shown only now, and kept nowhere. The samples and the clients read it, and the
address, from these variables:

${firstSteps(greeting, url, strong)}`;
  }
  if ('reason' in kept) {
    return `${made}
a key, which is not for a log and found no file (${kept.reason}). ${anotherKey(workspace)}`;
  }
  return `${made}
a key. Output is not a terminal, so the key is in a file that only you can read, with a
command to try. Take it and delete the file:

  ${kept.path}`;
}

/** The variables with the address and the key, and a command to paste. */
export function firstSteps({ key, model }: FirstStart, url: string, emphasise = plain): string {
  const parts = [`export MODEL_RUN_BASE_URL=${url}\nexport MODEL_RUN_KEY=${emphasise(key)}`];
  if (model !== undefined) {
    parts.push(
      'Try it. The sandbox answers on this machine, without an account or a real cent:',
      tryIt(model),
      `Paste it again: the same Idempotency-Key gives the same run, and buys nothing.`,
    );
  }
  return parts.join('\n\n');
}

/** Printed last, so that it stays visible when the terminal stops scrolling. */
function becomeOwner({ workspace }: Greeting, link: string, kept: Kept | undefined): string {
  if (kept !== undefined && 'reason' in kept) {
    return `The link that makes the first owner is not for a log and found no file (${kept.reason}).
Another one:
  npm run cli -- members invite ${quoted(workspace ?? '')} --role owner`;
  }
  const where = kept === undefined ? 'This link' : 'The link in this file';
  return `Open the dashboard. ${where} makes its first owner; it works once, within a week, and
a start makes another until somebody has used it:

  ${strong(kept === undefined ? link : kept.path)}`;
}

function tryIt(model: string): string {
  const body = {
    model,
    messages: [{ role: 'user', content: 'Hello, ledger!' }],
    maxOutputTokens: 100,
  };
  return [
    'curl -sS "$MODEL_RUN_BASE_URL/v1/developer/model-runs"',
    '-H "Authorization: Bearer $MODEL_RUN_KEY"',
    `-H 'Content-Type: application/json'`,
    `-H 'Idempotency-Key: ${randomUUID()}'`,
    `-H 'Prefer: wait=10'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}

function whatIsListed(offers: readonly Offered[]): string {
  const sold = offers.map(({ provider, variable, models }) => {
    const [example] = models.toReversed();
    return `  ${provider}: ${models.length} models, such as ${example?.id ?? 'none'} (key: ${variable})`;
  });
  const left = offers.flatMap(({ provider, unfit }) =>
    unfit.map(({ model, reason }) => `  ${provider}/${model} is not sold: ${reason}`),
  );
  return `Real models, which their providers charge you for. Their prices are those of the price list
${PRICE_LIST.name} ${PRICE_LIST.version} of ${PRICE_LIST.date}; compare them before you sell to anybody:
${[...sold, ...left].join('\n')}
models add writes a file with those that you choose; LISTED_MODELS=off sells none.`;
}

function anotherKey(workspace: string | undefined): string {
  if (workspace === undefined) {
    return `There is no workspace yet:
  npm run cli -- workspaces create acme`;
  }
  return `Another key:
  npm run cli -- keys create ${quoted(workspace)} --name mine --scope models:read models:run`;
}

/** The path of the file, or why there is none. */
type Kept = { path: string } | { reason: string };

export const KEY_FILE = 'first-key.txt';
export const LINK_FILE = 'owner-link.txt';

export async function keepSecret(dataDir: string, name: string, text: string): Promise<Kept> {
  const path = join(resolve(dataDir), name);
  try {
    await makeFolders(resolve(dataDir));
    await rm(path, { force: true });
    // Creates a new file, even if one exists by now, so that nobody else can have it open.
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(`${text}\n`).finally(() => file.close());
    return { path };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Once there is an owner, a saved link is of no use. */
export async function forgetLink(dataDir: string): Promise<void> {
  await rm(join(resolve(dataDir), LINK_FILE), { force: true }).catch(() => {});
}

/** No colors if the output is not a terminal or the user does not want them. */
function strong(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}

function plain(text: string): string {
  return text;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
