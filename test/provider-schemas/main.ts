/**
 * The schemas of requests in test/providers/schemas are what providers publish. They come from packages of the providers
 * at pinned versions; OpenRouter's document has no package, and is a file that the caller names. Not part of the quick
 * gate, because it downloads. `-- --write` replaces the kept files.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/fingerprint.ts';
import { execute } from '../languages/execute.ts';
import {
  type Definitions,
  fromDiscovery,
  fromOpenApi,
  fromShapes,
  fromTypes,
  reachedFrom,
} from './to-schema.ts';

const KEPT = join(root, 'test', 'providers', 'schemas');
const PACKAGES = {
  'ts-json-schema-generator': '2.9.0',
  typescript: '5.9.3',
  '@anthropic-ai/sdk': '0.137.0',
  openai: '7.57.0',
} as const;
const GOOGLE = 'google-api-python-client==2.202.0';
const AWS = 'botocore==1.44.5';
/** Prints a file of a wheel. */
const READ_WHEEL = `
import glob, gzip, sys, zipfile
into, wanted, path = sys.argv[1:]
name, version = wanted.split('==')
[wheel] = glob.glob(f"{into}/{name.replace('-', '_')}-{version}-*.whl")
data = zipfile.ZipFile(wheel).read(path)
sys.stdout.buffer.write(gzip.decompress(data) if path.endswith('.gz') else data)
`;

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, openrouter: { type: 'string' } },
});
const folder = await mkdtemp(join(tmpdir(), 'provider-schemas-'));
let differ = 0;

try {
  await installTypes();
  await keep(
    ...(['anthropic-messages', 'MessageCreateParamsStreaming'] as const),
    `@anthropic-ai/sdk ${PACKAGES['@anthropic-ai/sdk']}`,
    await typesOf('@anthropic-ai/sdk/resources/messages', 'MessageCreateParamsStreaming'),
  );
  await keep(
    ...(['openai-chat-completions', 'ChatCompletionCreateParamsStreaming'] as const),
    `openai ${PACKAGES.openai}`,
    await typesOf('openai/resources/chat/completions', 'ChatCompletionCreateParamsStreaming'),
  );
  await keep(
    ...(['openai-responses', 'ResponseCreateParamsStreaming'] as const),
    `openai ${PACKAGES.openai}`,
    await typesOf('openai/resources/responses/responses', 'ResponseCreateParamsStreaming'),
  );
  const discovery = 'googleapiclient/discovery_cache/documents/aiplatform.v1.json';
  const { schemas, revision } = JSON.parse(await fileOf(GOOGLE, discovery));
  await keep(
    ...(['google-generate-content', 'GoogleCloudAiplatformV1GenerateContentRequest'] as const),
    `${GOOGLE.replace('==', ' ')}, revision ${revision}`,
    fromDiscovery(schemas),
  );
  const model = 'botocore/data/bedrock-runtime/2023-09-30/service-2.json.gz';
  const { shapes } = JSON.parse(await fileOf(AWS, model));
  await keep(
    ...(['bedrock-converse-stream', 'ConverseStreamRequest'] as const),
    AWS.replace('==', ' '),
    fromShapes(shapes),
  );
  if (values.openrouter === undefined) {
    console.log('openrouter-chat-completions is not compared: --openrouter names no file.');
  } else {
    const { info, components } = await documentOf(values.openrouter);
    await keep(
      ...(['openrouter-chat-completions', 'ChatRequest'] as const),
      `https://openrouter.ai/openapi.yaml, version ${info.version}`,
      fromOpenApi(components.schemas),
    );
  }
} finally {
  await rm(folder, { recursive: true });
}
process.exitCode = differ > 0 ? 1 : 0;

async function keep(
  name: string,
  request: string,
  source: string,
  definitions: Definitions,
): Promise<void> {
  const path = join(KEPT, `${name}.json`);
  const reached = Object.entries(reachedFrom(request, definitions));
  const lines = reached.map(
    ([each, schema]) => `${JSON.stringify(each)}:${JSON.stringify(schema)}`,
  );
  const head = { $comment: `Made from ${source}`, $ref: `#/definitions/${request}` };
  const text = `${JSON.stringify(head).slice(0, -1)},"definitions":{\n${lines.join(',\n')}\n}}\n`;
  if (values.write) await writeFile(path, text);
  const isSame = text === (await readFile(path, 'utf8').catch(() => ''));
  if (!isSame) differ += 1;
  console.log(`${isSame ? 'same   ' : 'differs'}  ${name} (${reached.length} definitions)`);
}

async function installTypes(): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
  await execute('npm', ['install', '--save-exact', ...quiet, ...wanted], { folder });
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'esnext', strict: true, skipLibCheck: true, types: [] },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
}

async function typesOf(module: string, type: string): Promise<Definitions> {
  const path = join(folder, `${type}.ts`);
  await writeFile(path, `export type { ${type} } from '${module}';\n`);
  const generator = join(folder, 'node_modules', '.bin', 'ts-json-schema-generator');
  const what = ['--path', path, '--type', type, '--jsDoc', 'none', '--no-type-check'];
  const text = await execute(generator, [...what, '--tsconfig', join(folder, 'tsconfig.json')]);
  return fromTypes(JSON.parse(text));
}

/** A file of a wheel on PyPI. */
async function fileOf(wanted: string, path: string): Promise<string> {
  const into = join(folder, 'wheels');
  await mkdir(into, { recursive: true });
  const what = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:'];
  await execute('python3', [...what, '--dest', into, wanted]);
  return await execute('python3', ['-c', READ_WHEEL, into, wanted, path]);
}

async function documentOf(
  path: string,
): Promise<{ info: { version: string }; components: { schemas: Definitions } }> {
  const bundled = join(folder, 'openrouter.json');
  await execute('npx', ['redocly', 'bundle', path, '--output', bundled], { folder: root });
  return JSON.parse(await readFile(bundled, 'utf8'));
}
