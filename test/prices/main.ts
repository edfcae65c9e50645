/**
 * An outside judge of money: Python's genai-prices reads the usage of each recorded answer and computes its price, and
 * the service's charge without the fee must be the same to the last unit. Not part of the quick gate, because it
 * downloads.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../scripts/fingerprint.ts';
import {
  createNativeProvider,
  createOpenAiCompatibleProvider,
  createOpenRouterProvider,
  type Outcome,
  type Provider,
} from '../../server/model-runs/providers/index.ts';
import {
  NATIVE_KINDS,
  type NativeKindName,
} from '../../server/model-runs/providers/native-kinds.ts';
import { openPriceList, PRICE_LIST } from '../../server/model-runs/providers/price-list.ts';
import { listAmountOf } from '../../server/model-runs/submission.ts';
import { amountOf, parseDecimal } from '../../server/platform/lib/money.ts';
import { execute, isThere } from '../languages/execute.ts';
import { type Recording, wholeAnswerOf } from './whole-answer.ts';

const RECORDED = join(root, 'test', 'providers', 'recorded');
/** Both sides use the prices of this moment, at which the list was published. */
const AT = new Date(`${PRICE_LIST.date}T12:00:00Z`);
const SCALE = 9;

interface Judged {
  /** The names of the list. One that ends with _ continues with the first part of the path. */
  provider: string;
  flavor: string;
  kind?: NativeKindName | 'openrouter';
}

/** By the folder of the recordings. The others are of servers for which the list has no prices. */
const JUDGED: Record<string, Judged> = {
  'azure-chat': { provider: 'azure', flavor: 'chat' },
  cerebras: { provider: 'cerebras', flavor: 'chat' },
  deepseek: { provider: 'deepseek', flavor: 'chat' },
  groq: { provider: 'groq', flavor: 'default' },
  huggingface: { provider: 'huggingface_', flavor: 'chat' },
  mistral: { provider: 'mistral', flavor: 'default' },
  'native/anthropic': { provider: 'anthropic', flavor: 'default', kind: 'anthropic' },
  'native/bedrock': { provider: 'aws', flavor: 'default', kind: 'bedrock' },
  'native/google': { provider: 'google', flavor: 'default', kind: 'google' },
  'native/google-vertex': { provider: 'google', flavor: 'default', kind: 'google' },
  'native/openai-responses': { provider: 'openai', flavor: 'responses', kind: 'openai' },
  'openai-chat': { provider: 'openai', flavor: 'chat' },
  openrouter: { provider: 'openrouter', flavor: 'chat', kind: 'openrouter' },
  zai: { provider: 'zai', flavor: 'chat' },
};

/** Why a charge differs, by the name of the recording. A difference that is not here fails, and so does one that is gone. */
const EXPLAINED: Record<string, string> = {
  'deepseek/whole-200-54a30079.json':
    'The price differs by the time of day: we charge the highest, the judge that of noon.',
  'native/anthropic/stream-200-dd34d47e.json':
    'The request had web searches, which the service never sends and the judge prices.',
};

const list = await openPriceList();
const recordings = globSync('**/*-200-*.json', { cwd: RECORDED })
  .toSorted()
  .map((name) => ({
    name,
    ...(JSON.parse(readFileSync(join(RECORDED, name), 'utf8')) as Recording),
  }));
const judged = recordings.flatMap((recording) => {
  const how = JUDGED[recording.name.replace(/\/[^/]+$/, '')];
  const whole = how && wholeAnswerOf(recording);
  if (!how || !whole) return [];
  const provider = how.provider.replace(/_$/, `_${recording.path.split('/')[1]}`);
  return [{ ...recording, ...how, ...whole, provider }];
});
const said = await askJudge(judged);
const counts = { equal: 0, explained: 0, faulty: 0, unpriced: 0 };
for (const [i, each] of judged.entries()) {
  const verdict = await compare(each, said[i]!);
  counts[verdict.kind] += 1;
  if (verdict.kind !== 'equal') console.log(`${verdict.kind}  ${each.name}  ${verdict.words}`);
}
const others = recordings.length - judged.length;
console.log(
  `${counts.equal} of ${judged.length} charges equal those of genai-prices ${PRICE_LIST.version} to the last unit, ` +
    `${counts.explained} differ as explained, ${counts.faulty} differ, and ${counts.unpriced} have no price on either side. ` +
    `${others} other recordings have no usage, or are of servers without prices in the list.`,
);
process.exitCode = counts.faulty > 0 || counts.equal === 0 ? 1 : 0;

type Case = (typeof judged)[number];
type Said = { total: string; usage: string } | { reason: string };

async function compare(each: Case, judge: Said) {
  const listed = list.find(each.provider, each.model, { at: AT, dearestTime: true });
  const outcome = await play(each);
  const usage = outcome.kind === 'answered' ? outcome.answer.usage : undefined;
  const ours =
    usage && listed?.kind === 'priced' ? listAmountOf(listed.pricing, usage, SCALE) : undefined;
  const total = 'total' in judge ? parseDecimal(judge.total) : undefined;
  const theirs = total === undefined ? undefined : amountOf([{ price: total, count: 1 }], SCALE);
  const words =
    `${each.provider}/${each.model}: we charge ${ours ?? 'nothing'}, the judge says ` +
    `${theirs ?? ('reason' in judge ? judge.reason : 'nothing')} (${JSON.stringify(usage)}` +
    `${'usage' in judge ? `, ${judge.usage}` : ''})`;
  const why = EXPLAINED[each.name];
  if (ours !== theirs) {
    return why === undefined
      ? ({ kind: 'faulty', words } as const)
      : ({ kind: 'explained', words: `${why} ${words}` } as const);
  }
  if (why !== undefined) return { kind: 'faulty', words: `no longer differs: ${words}` } as const;
  return { kind: ours === undefined ? 'unpriced' : 'equal', words } as const;
}

async function play({ contentType, kind, ...body }: Case): Promise<Outcome> {
  const server = createServer(async (request, response) => {
    await text(request);
    response.writeHead(200, { 'content-type': contentType });
    response.end(
      body.responseBase64 === undefined
        ? (body.responseText ?? JSON.stringify(body.response))
        : Buffer.from(body.responseBase64, 'base64'),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const provider = await open(kind, `http://127.0.0.1:${port}`);
  try {
    const hooks = { beforeSend() {}, onReference() {}, onSize() {} };
    const work = {
      ...{ runId: 'run_judged', model: body.model, maxOutputTokens: 100 },
      ...{ messages: [{ role: 'user' as const, content: 'Hi' }] },
      maxPrice: { prompt: '1', completion: '1' },
    };
    return await provider.submit(work, hooks, AbortSignal.timeout(20_000));
  } finally {
    await provider.close();
    server.close();
    server.closeAllConnections();
  }
}

async function open(kind: Judged['kind'], baseUrl: string): Promise<Provider> {
  const options = {
    ...{ name: 'judged', baseUrl, apiKey: 'a-key' },
    ...{ connectTimeoutMs: 2_000, requestTimeoutMs: 20_000, maxInFlight: 1 },
    maxAnswerBytes: 10_000_000,
  };
  if (kind === undefined) return createOpenAiCompatibleProvider(options);
  if (kind === 'openrouter') return createOpenRouterProvider(options);
  return createNativeProvider({ ...options, adapter: await NATIVE_KINDS[kind].load() });
}

async function askJudge(cases: readonly Case[]): Promise<Said[]> {
  const judge = spawn(await install(), [join(import.meta.dirname, 'judge.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  judge.stdin.end(
    JSON.stringify(
      cases.map(({ answer, provider, flavor, model }) => {
        return { answer, provider, flavor, model, at: AT.toISOString() };
      }),
    ),
  );
  const lines = (await text(judge.stdout)).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Keeps it next to the caches of other tools; returns the path of its Python. */
async function install(): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'genai-prices', PRICE_LIST.version);
  const python = join(folder, 'bin', 'python');
  if (isThere(python)) return python;
  if (!isThere('python3'))
    throw new Error('This machine has no python3, which genai-prices needs.');
  await mkdir(folder, { recursive: true });
  await execute('python3', ['-m', 'venv', '--clear', folder]);
  const wanted = `genai-prices==${PRICE_LIST.version}`;
  await execute(python, ['-m', 'pip', 'install', '--quiet', wanted]);
  return python;
}
