/**
 * Commands and code that run as they are, with a key in them if one was just created. Whatever goes into a shell
 * command is quoted: names and messages are other people's text.
 */
import type {
  CreateModelRun,
  JobProgram,
  JobTerms,
  ModelRun,
  SentRequest,
} from '../api/contract.ts';

export interface First {
  baseUrl: string;
  secret: string;
  model: string;
  /** The request key of the run: running the command again creates no second run. */
  requestKey: string;
}

/** The first run, as a command. */
export function firstCurl({ baseUrl, secret, model, requestKey }: First): string {
  const body = {
    model,
    messages: [{ role: 'user', content: 'Hello, ledger!' }],
    maxOutputTokens: 100,
  };
  return createCommand(`${baseUrl}/v1/developer/model-runs`, quote(`Bearer ${secret}`), {
    requestKey,
    body,
    isWaiting: true,
  });
}

/** A command for a key that can only read. */
export function readCurl({ baseUrl, secret }: Pick<First, 'baseUrl' | 'secret'>): string {
  return `curl -sS ${quote(`${baseUrl}/v1/developer/models`)} \\\n  -H ${quote(`Authorization: Bearer ${secret}`)}`;
}

export function firstClient({ baseUrl, secret, model }: Omit<First, 'requestKey'>): string {
  return `// MODEL_RUN_KEY=${secret} node first-run.ts
import { createClient, expectCompleted, formatMoney } from 'model-run-client';

const client = createClient({
  baseUrl: ${word(baseUrl)},
  apiKey: process.env.MODEL_RUN_KEY ?? '',
});

const run = expectCompleted(
  await client.modelRuns.createAndWait({
    model: ${word(model)},
    messages: [{ role: 'user', content: 'Hello, ledger!' }],
    maxOutputTokens: 100,
  }),
);
console.log(run.text, formatMoney(run.chargedAmount ?? 0, run));
`;
}

/** The request of a run again, under a new request key, to run with one's own key. */
export function curlOfRun(
  run: ModelRun,
  request: SentRequest,
  baseUrl: string,
  requestKey: string,
) {
  const { messages, maxOutputTokens, ...rest } = request;
  return createCommand(`${baseUrl}/v1/developer/model-runs`, '"Bearer $MODEL_RUN_KEY"', {
    requestKey,
    body: { model: run.model, messages, maxOutputTokens, ...rest },
    isWaiting: true,
  });
}

/** A request of the playground, in three languages, to run with one's own key. */
export function curlOfRequest(baseUrl: string, body: CreateModelRun): string {
  return createCommand(`${baseUrl}/v1/developer/model-runs`, '"Bearer $MODEL_RUN_KEY"', {
    ...{ requestKey: NEW_KEY, body, isWaiting: true },
  });
}

export function clientOfRequest(baseUrl: string, body: CreateModelRun): string {
  return `import { createClient, expectCompleted, formatMoney } from 'model-run-client';

const client = createClient({
  baseUrl: ${word(baseUrl)},
  apiKey: process.env.MODEL_RUN_KEY ?? '',
});

const run = expectCompleted(
  await client.modelRuns.createAndWait(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
);
console.log(run.text, formatMoney(run.chargedAmount ?? 0, run));
`;
}

export function pythonOfRequest(baseUrl: string, body: CreateModelRun): string {
  return `from model_run_client import Client, expect_completed, format_money
from model_run_client.models import CreateModelRun

request = CreateModelRun.model_validate_json(
    ${JSON.stringify(JSON.stringify(body))}
)
with Client(${JSON.stringify(baseUrl)}) as client:
    run = expect_completed(client.model_runs.create_and_wait(request))
    print(run.text, format_money(run.charged_amount or 0, run))
`;
}

/** Two runs are two purchases: to repeat one, use its key again. */
const NEW_KEY = 'a-new-key-for-each-run';

export interface Call {
  baseUrl: string;
  tool: string;
  input: object;
}

/** A call of a tool, to run with one's own key. */
export function curlOfTool({ baseUrl, tool, input, requestKey }: Call & { requestKey: string }) {
  return createCommand(`${baseUrl}/v1/developer/tool-runs`, '"Bearer $MODEL_RUN_KEY"', {
    requestKey,
    body: { tool, input },
    isWaiting: true,
  });
}

export function clientOfTool({ baseUrl, tool, input }: Call): string {
  return `import { createClient, expectCompleted } from 'model-run-client';

const client = createClient({
  baseUrl: ${word(baseUrl)},
  apiKey: process.env.MODEL_RUN_KEY ?? '',
});

const run = expectCompleted(
  await client.toolRuns.createAndWait({
    tool: ${word(tool)},
    input: ${JSON.stringify(input, null, 2).replaceAll('\n', '\n    ')},
  }),
);
console.log(run.output);
`;
}

export interface Job {
  baseUrl: string;
  environment: string;
  asked: JobTerms;
  program: JobProgram;
}

/** A job again, to run with one's own key. Undefined if a part of it is not known, such as values of variables. */
export function curlOfJob(job: Job & { requestKey: string }): string | undefined {
  const { source, command, stdin, files, variables, isCut } = job.program;
  const isPart = isCut === true || source?.isCut === true || stdin?.isCut === true;
  if (isPart || files !== undefined || (variables ?? []).length > 0) return undefined;
  if (!source && !command) return undefined;
  return createCommand(`${job.baseUrl}/v1/developer/compute-jobs`, '"Bearer $MODEL_RUN_KEY"', {
    requestKey: job.requestKey,
    body: bodyOfJob(job),
    isWaiting: true,
  });
}

function bodyOfJob({ environment, asked, program }: Job) {
  const { source, command, stdin, outputs } = program;
  const { cpuMillis, memoryMb, timeoutSeconds } = asked;
  return {
    ...{ environment, timeoutSeconds },
    ...(source && { source: source.text }),
    ...(command && { command }),
    ...(stdin && { stdin: stdin.text }),
    ...(outputs && { outputs }),
    resources: { cpuMillis, memoryMb },
  };
}

export interface PromptContent {
  text?: string;
  messages?: { role: string; content: string }[];
}

export interface PromptSave {
  baseUrl: string;
  name: string;
  content: PromptContent;
  parentVersion: number;
  requestKey: string;
}

/** Longer content, in characters of JSON, belongs in a file instead of a command. */
const LONG = 4_000;

/** A command that saves the next version of a prompt, to run with one's own key. */
export function curlOfPrompt({ baseUrl, name, content, parentVersion, requestKey }: PromptSave) {
  const { text, messages } = content;
  const current = text === undefined ? { messages } : { text };
  const isLong = JSON.stringify(current).length > LONG;
  return createCommand(`${baseUrl}/v1/developer/observability/prompts`, '"Bearer $MODEL_RUN_KEY"', {
    requestKey,
    body: {
      name,
      ...(isLong ? { text: 'The new text, with {{variables}}' } : current),
      comment: 'Why there is this version',
      parentVersion,
    },
    isWaiting: false,
  });
}

interface Creation {
  requestKey: string;
  body: object;
  isWaiting: boolean;
}

function createCommand(url: string, bearer: string, { requestKey, body, isWaiting }: Creation) {
  const authorization = `${bearer.charAt(0)}Authorization: ${bearer.slice(1)}`;
  return [
    `curl -sS ${quote(url)}`,
    `-H ${authorization}`,
    `-H ${quote('Content-Type: application/json')}`,
    `-H ${quote(`Idempotency-Key: ${requestKey}`)}`,
    ...(isWaiting ? [`-H ${quote('Prefer: wait=10')}`] : []),
    `-d ${quote(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

/** One word for a POSIX shell, whatever is in it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function word(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
