/** The third parties: what each needs, what it does, and what the service must then report of it. */
import { deepStrictEqual } from 'node:assert';
import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Span } from '../../openapi/generated/developer.ts';
import { execute } from '../languages/execute.ts';
import { judgeServiceSpans } from './collector.ts';
import { expectExported, readExported } from './exported.ts';
import type { Fixtures } from './fixtures.ts';
import { pieceOf } from './guide.ts';
import { installNode, installPython } from './install.ts';
import { judgeBroadcast } from './phoenix.ts';

interface Judge {
  name: string;
  proven: string;
  needs: readonly string[];
  judge(fixtures: Fixtures, folder: string): Promise<void>;
}

const PROGRAMS = fileURLToPath(new URL('programs', import.meta.url));

export const judges: readonly Judge[] = [
  {
    name: 'exporter',
    proven: 'spans of the OpenTelemetry SDK for Python are read as they were made',
    needs: ['python3'],
    async judge(fixtures) {
      await sentByPython(fixtures, 'exporter.py');
      const { data } = await fixtures.read<{ data: unknown[] }>(
        `/observability/sessions?sessionId=${encodeURIComponent('judge session')}`,
      );
      deepStrictEqual(data.length, 1, 'there is a session');
    },
  },
  {
    name: 'openinference',
    proven: 'a call of the OpenAI package under OpenInference has its model, tokens and content',
    needs: ['python3'],
    async judge(fixtures) {
      expectChat(await sentByPython(fixtures, 'openai_openinference.py'));
    },
  },
  {
    name: 'openllmetry',
    proven: 'a call of the OpenAI package under OpenLLMetry has its model, tokens and content',
    needs: ['python3'],
    async judge(fixtures) {
      expectChat(await sentByPython(fixtures, 'openai_openllmetry.py'));
    },
  },
  {
    name: 'pydantic-ai',
    proven: 'an agent of Pydantic AI has its run, and its call its model, tokens and content',
    needs: ['python3'],
    async judge(fixtures) {
      const spans = await sentByPython(fixtures, 'pydantic_agent.py');
      expectChat(spans);
      if (!spans.some(({ operation }) => operation === 'invoke_agent')) throw new Error('no agent');
    },
  },
  {
    name: 'langfuse-python',
    proven: 'a generation of Langfuse for Python has its model, tokens, cost, session and user',
    needs: ['python3'],
    judge: async (fixtures) => expectGeneration(await sentByPython(fixtures, 'langfuse_python.py')),
  },
  {
    name: 'langfuse-javascript',
    proven: 'the piece of the guide on Langfuse runs, and a generation has all that it was given',
    needs: ['npm'],
    async judge(fixtures, folder) {
      const piece = await pieceOf('ts', 'LangfuseSpanProcessor');
      const [{ traceId }] = await sentByNode(fixtures, folder, piece, 'langfuse.mjs');
      const { data } = await fixtures.read<{ data: Span[] }>(
        `/observability/spans?traceId=${traceId}&operation=chat`,
      );
      const details = data.map(({ spanId }) =>
        fixtures.read<Span>(`/observability/traces/${traceId}/spans/${spanId}`),
      );
      expectGeneration(await Promise.all(details));
    },
  },
  {
    name: 'guide-javascript',
    proven: 'the piece of the guide on JavaScript sends a span of its service',
    needs: ['npm'],
    async judge(fixtures, folder) {
      const piece = await pieceOf('ts', "serviceName: 'support-agent'");
      await expectExported(fixtures, await sentByNode(fixtures, folder, piece, 'guide_node.mjs'));
    },
  },
  {
    name: 'guide-python',
    proven: 'the piece of the guide on Python sends a span',
    needs: ['python3'],
    async judge(fixtures, folder) {
      const program = join(folder, 'guide_python.py');
      const rest = await readFile(join(PROGRAMS, 'guide_python.py'), 'utf8');
      await writeFile(program, `${await pieceOf('py', 'OTLPSpanExporter')}\n${rest}`);
      await expectExported(fixtures, readExported(await python(fixtures, program)));
    },
  },
  {
    name: 'guide-environment',
    proven: 'an exporter with the variables of the guide sends a span',
    needs: ['python3'],
    async judge(fixtures, folder) {
      const program = join(folder, 'guide_environment.py');
      const parts = ['guide_environment.py', 'guide_python.py'].map((name) =>
        readFile(join(PROGRAMS, name), 'utf8'),
      );
      await writeFile(program, (await Promise.all(parts)).join('\n'));
      const interpreter = join(await installPython('judges'), 'python');
      const variables = await pieceOf('sh', 'OTEL_EXPORTER_OTLP_ENDPOINT');
      const script = `${variables}\nexec "${interpreter}" "${program}"`;
      const environment = environmentOf(fixtures);
      await expectExported(
        fixtures,
        readExported(await execute('sh', ['-c', script], { environment })),
      );
    },
  },
  {
    name: 'phoenix',
    proven: 'Phoenix takes the spans of runs that are broadcast to it, and tells them as we do',
    needs: ['python3'],
    judge: judgeBroadcast,
  },
  {
    name: 'collector',
    proven: 'the OpenTelemetry Collector takes the trace of a run that the service tells of itself',
    needs: ['go'],
    judge: judgeServiceSpans,
  },
];

/** What the service reports of a program's spans, which are those that it sent. */
async function sentByPython(fixtures: Fixtures, program: string): Promise<Span[]> {
  return expectExported(fixtures, readExported(await python(fixtures, join(PROGRAMS, program))));
}

async function python(fixtures: Fixtures, program: string): Promise<string> {
  const bin = await installPython('judges');
  return execute(join(bin, 'python'), [program], { environment: environmentOf(fixtures) });
}

/** A piece of the guide, followed by code that uses it. */
async function sentByNode(fixtures: Fixtures, folder: string, piece: string, rest: string) {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) await symlink(join(await installNode(), 'node_modules'), modules);
  // Node strips types if the file name says that there are some.
  const program = join(folder, rest.replace('.mjs', '.mts'));
  await writeFile(program, `${piece}\n${await readFile(join(PROGRAMS, rest), 'utf8')}`);
  const environment = environmentOf(fixtures);
  const exported = readExported(await execute(process.execPath, [program], { environment }));
  return exported as [(typeof exported)[0], ...typeof exported];
}

function environmentOf({ url, key, chatUrl }: Fixtures): Record<string, string> {
  return { MODEL_RUN_BASE_URL: url, MODEL_RUN_KEY: key, CHAT_URL: chatUrl, NO_PROXY: '127.0.0.1' };
}

/** A span of the one call of the chat server. */
function expectChat(spans: readonly Span[]): Span {
  const span = spans.find(({ operation }) => operation === 'chat');
  if (!span) throw new Error(`no span is a chat: ${spans.map(({ name }) => name).join(', ')}`);
  const { model, usage, input, output } = span;
  deepStrictEqual({ model, ...usage }, { model: 'judge-model', ...TOKENS });
  if (!input?.includes('What is the capital of France?')) throw new Error(`its input is ${input}`);
  if (!output?.includes('Paris.')) throw new Error(`its output is ${output}`);
  return span;
}

const TOKENS = { inputTokens: 12, outputTokens: 5 };

function expectGeneration(spans: readonly Span[]): void {
  const { sessionId, endUserId, reportedCost } = expectChat(spans);
  deepStrictEqual(
    { sessionId, endUserId, reportedCost },
    { sessionId: 'judge session', endUserId: 'judge user', reportedCost: '0.0025' },
  );
}
