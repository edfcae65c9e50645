/** Amazon Bedrock by ConverseStream, with AWS credentials or an API key of Bedrock: requests and their signatures. */

import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { EventStreamCodec } from '@smithy/core/event-streams';
import { SignatureV4 } from '@smithy/signature-v4';
import { writeJson } from '../../../platform/lib/json.ts';
import {
  type BodyForm,
  type BodyReader,
  type BodyTexts,
  createBodyReader,
} from '../../../providers/body.ts';
import { asList, asObject, asText, type JsonObject } from '../../../providers/json.ts';
import type { StatusTable } from '../../../providers/refusals.ts';
import type { Translation } from '../chat-completions/answer.ts';
import type { CacheControl, ContentPart, JsonValue, Submission, Tool } from '../model-provider.ts';
import {
  type Adapter,
  argumentsOf,
  argumentsSchema,
  createPlace,
  delta,
  joinTurns,
  type ModelSettings,
  piecesOf,
  readDataUrl,
  type Turn,
  type TurnPiece,
  textParts,
  thinkingBudget,
  toolId,
  type WireRequest,
  withoutSystem,
} from '../native.ts';

/** 408 and 424 are of a model that has begun, and 500 and 503 do not say. */
const STATUSES: StatusTable = {
  page: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html',
  refused: new Set([400, 401, 403, 404, 413]),
  busy: new Set([429]),
  // AWS tells of wrong credentials, and of what they do not permit, with 403.
  isAboutCredentials: (status) => status === 403,
  // The words of Anthropic.
  isAboutOutput: ({ message }) => asText(message)?.startsWith('Output blocked') === true,
};

export const BEDROCK: Adapter = {
  dialect: {
    ...{
      temporaryStatuses: new Set(),
      statuses: STATUSES,
      translation: { exactMembers: new Set(['input']), begin: beginAnswer },
    },
    readBody: createFrameReader,
  },
  toRequest,
  credentials: () => ({}),
  sign: (request, key, region) => sign(request, { key, region }),
};

/**
 * A submission in the form of Converse:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
function toRequest(work: Submission, settings: ModelSettings): WireRequest {
  const { model, maxOutputTokens, parameters = {} } = work;
  const { system, turns } = withoutSystem(work.messages);
  const { temperature, top_p, stop, response_format: format } = parameters;
  const thinking = thinkingOf(work, settings);
  return {
    path: `/model/${encodeURIComponent(model)}/converse-stream`,
    body: {
      messages: joinTurns(turns.map(turnOf)).filter(({ content }) => content.length > 0),
      ...(system.length > 0 && { system: system.flatMap(userBlocks) }),
      inferenceConfig: {
        maxTokens: maxOutputTokens,
        ...(temperature !== undefined && { temperature }),
        ...(top_p !== undefined && { topP: top_p }),
        ...(stop && { stopSequences: stop }),
      },
      ...toolsOf(work),
      ...(format?.type === 'json_schema' && { outputConfig: formatOf(format.json_schema) }),
      ...(thinking && { additionalModelRequestFields: thinking }),
    },
  };
}

function turnOf(turn: Turn): { role: string; content: object[] } {
  switch (turn.role) {
    case 'user':
      return {
        role: 'user',
        content:
          typeof turn.content === 'string'
            ? [{ text: turn.content }]
            : turn.content.flatMap(userBlocks),
      };
    case 'assistant':
      return { role: 'assistant', content: piecesOf(turn, FORMAT).flatMap(assistantBlock) };
    case 'tool': {
      const parts = textParts(turn.content);
      const content = parts.map(({ text }) => ({ text }));
      const result = { toolUseId: toolId(turn.tool_call_id), content, status: 'success' };
      const cached = parts.findLast(({ cache_control: cache }) => cache)?.cache_control;
      return { role: 'user', content: [{ toolResult: result }, ...cachePoint(cached)] };
    }
  }
}

/** The part, and a mark behind it if it is to be cached. */
function userBlocks(part: ContentPart): object[] {
  return [userBlock(part), ...cachePoint(part.cache_control)];
}

function cachePoint(cache: CacheControl | undefined): object[] {
  if (!cache) return [];
  return [{ cachePoint: { type: 'default', ...(cache.ttl && { ttl: cache.ttl }) } }];
}

function userBlock(part: ContentPart): object {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'image_url': {
      const { mediaType, base64 } = readDataUrl(part.image_url.url);
      return { image: { format: mediaType.slice('image/'.length), source: { bytes: base64 } } };
    }
    case 'file': {
      const { mediaType, base64 } = readDataUrl(part.file.file_data);
      const format = FORMATS.get(mediaType) ?? 'txt';
      return { document: { format, name: nameOf(part.file.filename), source: { bytes: base64 } } };
    }
    case 'input_audio':
      throw new Error('Converse takes no sound.');
  }
}

const FORMATS = new Map([
  ['application/pdf', 'pdf'],
  ['text/markdown', 'md'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
]);

/** Names of documents have letters, digits, single blanks, hyphens and brackets. */
function nameOf(filename: string): string {
  const name = filename.replaceAll(/[^A-Za-z0-9()[\] -]+/g, '-').replaceAll(/ {2,}/g, ' ');
  return name.slice(0, 200);
}

function assistantBlock(piece: TurnPiece): object | [] {
  switch (piece.kind) {
    case 'text':
      return piece.text.trim() === '' ? [] : { text: piece.text };
    case 'call': {
      const { id, function: called } = piece.call;
      const input = argumentsOf(piece.call);
      return { toolUse: { toolUseId: toolId(id), name: called.name, input } };
    }
    case 'entry':
      return reasoningBlock(piece.entry) ?? [];
  }
}

function reasoningBlock({ type, text, signature, data }: JsonObject): object | undefined {
  if (type === 'reasoning.encrypted' && asText(data)) {
    return { reasoningContent: { redactedContent: data } };
  }
  if (type !== 'reasoning.text') return undefined;
  const signed = asText(signature) ? { signature } : {};
  return { reasoningContent: { reasoningText: { text: asText(text) ?? '', ...signed } } };
}

function toolsOf({ tools = [], toolChoice }: Submission): object {
  if (tools.length === 0) return {};
  const specs = tools.flatMap(({ cache_control, ...tool }) => [
    { toolSpec: specOf(tool) },
    ...cachePoint(cache_control),
  ]);
  return {
    toolConfig: { tools: specs, ...(toolChoice && { toolChoice: choiceOf(toolChoice) }) },
  };
}

function specOf({ name, description, parameters, strict }: Tool): object {
  return {
    name,
    // An empty description is refused.
    ...(description !== '' && { description }),
    inputSchema: { json: argumentsSchema(parameters) },
    ...(strict !== undefined && { strict }),
  };
}

function choiceOf(choice: NonNullable<Submission['toolChoice']>): object {
  if (typeof choice === 'object') return { tool: { name: choice.function.name } };
  return choice === 'required' ? { any: {} } : { auto: {} };
}

function formatOf({
  name,
  description,
  schema,
}: {
  name: string;
  description?: string;
  schema: JsonValue;
}) {
  const jsonSchema = {
    name,
    ...(description !== undefined && { description }),
    schema: writeJson(schema),
  };
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}

/**
 * Each family of models takes an effort by members of its own. Converse has `outputConfig.effort` too, but only for some
 * models of Anthropic; those take the effort of the Messages API as well.
 */
function thinkingOf(
  { model, maxOutputTokens, parameters = {} }: Submission,
  settings: ModelSettings,
) {
  const effort = parameters.reasoning?.effort;
  if (effort === undefined) return undefined;
  if (model.includes('nova')) {
    return {
      reasoningConfig:
        effort === 'none'
          ? { type: 'disabled' }
          : { type: 'enabled', maxReasoningEffort: LEVELS.get(effort) ?? effort },
    };
  }
  if (!model.includes('anthropic')) return { reasoning_effort: LEVELS.get(effort) ?? effort };
  if (effort === 'none') return { thinking: { type: 'disabled' } };
  const { thinking = BUDGETED.test(model) ? 'budget' : 'effort' } = settings;
  if (thinking === 'effort') {
    const word = effort === 'minimal' ? 'low' : effort;
    return { thinking: { type: 'adaptive' }, output_config: { effort: word } };
  }
  const bounds = { least: 1_024, most: maxOutputTokens - 1 };
  const budget = thinkingBudget(effort, maxOutputTokens, bounds);
  const mode = budget > 0 ? { type: 'enabled', budget_tokens: budget } : { type: 'disabled' };
  return { thinking: mode };
}

/** Claude before 4.6 takes no effort. */
const BUDGETED = /claude-3|-4-(0|1|5|2025\d{4})(?!\d)/;

const LEVELS = new Map([
  ['minimal', 'low'],
  ['xhigh', 'high'],
  ['max', 'high'],
]);

/** What signs a request: the parts of AWS credentials, or an API key of Bedrock. */
interface Signing {
  key: string;
  region: string;
}

/** AWS credentials as one text, as keys are. */
export function credentialsText(id: string, secret: string, token: string | undefined): string {
  return [id, secret, ...(token === undefined ? [] : [token])].join('\n');
}

/** Signs requests as AWS wants it, by its own signer. */
export async function sign(
  { url, body }: { url: URL; body: string },
  { key, region }: Signing,
): Promise<Record<string, string>> {
  const [accessKeyId = '', secretAccessKey, sessionToken] = key.split('\n');
  if (secretAccessKey === undefined) return { authorization: `Bearer ${key}` };
  const signer = new SignatureV4({
    ...{ service: 'bedrock', region, sha256: Sha256 },
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
  });
  const { host, pathname: path } = url;
  const headers = { host, 'content-type': 'application/json' };
  const signed = await signer.sign({
    ...{ method: 'POST', protocol: url.protocol, hostname: url.hostname, path, headers, body },
  });
  const { host: _, 'content-type': __, ...added } = signed.headers;
  return added;
}

class Sha256 {
  private readonly secret: Uint8Array | undefined;
  private hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.secret = secret === undefined ? undefined : bytesOf(secret);
    this.hash = this.begin();
  }

  update(data: Uint8Array): void {
    this.hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {
    this.hash = this.begin();
  }

  private begin(): Hash | Hmac {
    return this.secret === undefined ? createHash('sha256') : createHmac('sha256', this.secret);
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, 'utf8');
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/* The events of Converse as chunks of chat completions. */

/** Of the reasoning entries that this provider wrote. */
const FORMAT = 'amazon-bedrock-v1';

function beginAnswer(): ReturnType<Translation['begin']> {
  const blocks = createBlocks();

  function whole(body: JsonObject): JsonObject[] {
    const content = asList(asObject(asObject(body.output)?.message)?.content) ?? [];
    return [
      ...content.flatMap((value, index) => {
        const block = asObject(value) ?? {};
        return [...blocks.begin(index, block), ...blocks.proceed(index, wholeDelta(block))];
      }),
      ...endOf(body),
      ...countedBy(body),
    ];
  }

  return (body) => {
    const { contentBlockStart, contentBlockDelta, contentBlockStop, messageStop, metadata } = body;
    if (body.error !== undefined) return [{ error: 'failed' }];
    if (body.output !== undefined) return whole(body);
    const {
      contentBlockIndex: index = null,
      start,
      delta: piece,
    } = asObject(contentBlockStart ?? contentBlockDelta ?? contentBlockStop) ?? {};
    return [
      ...blocks.begin(index, asObject(start) ?? {}),
      ...blocks.proceed(index, asObject(piece) ?? {}),
      ...(contentBlockStop === undefined ? [] : blocks.end(index)),
      ...endOf(asObject(messageStop) ?? {}),
      ...countedBy(asObject(metadata) ?? {}),
    ];
  };
}

/** A block of a whole answer as the only piece of it. */
function wholeDelta(block: JsonObject): JsonObject {
  const { toolUse, reasoningContent, ...rest } = block;
  const reasoning = asObject(reasoningContent);
  return {
    ...rest,
    ...(toolUse !== undefined && { toolUse }),
    ...(reasoning && { reasoningContent: { ...reasoning, ...asObject(reasoning.reasoningText) } }),
  };
}

/** The blocks of a message, each named by its index. */
function createBlocks() {
  const place = createPlace();
  const calls = new Map<JsonValue, { position: number; hasArguments: boolean }>();
  const thoughts = new Set<JsonValue>();

  function argumentsOf(index: JsonValue, input: JsonValue): JsonObject[] {
    const call = calls.get(index);
    if (!call || input === '') return [];
    call.hasArguments = true;
    return [delta({ tool_calls: [{ index: call.position, function: { arguments: input } }] })];
  }

  function thoughtOf(index: JsonValue, { text, signature, redactedContent }: JsonObject) {
    const begun = thoughts.has(index) ? {} : { format: FORMAT, ...place.here() };
    thoughts.add(index);
    const entry: JsonObject =
      redactedContent === undefined
        ? {
            type: 'reasoning.text',
            ...(text !== undefined && { text }),
            ...(asText(signature) && { signature: signature! }),
          }
        : { type: 'reasoning.encrypted', data: redactedContent };
    return [delta({ reasoning_details: [{ ...entry, index, ...begun }] })];
  }

  return {
    begin(index: JsonValue, { toolUse }: JsonObject): JsonObject[] {
      const call = asObject(toolUse);
      // Bedrock carries out the calls of its own tools itself.
      if (!call || call.type === 'server_tool_use') return [];
      const position = place.calls();
      place.addCall();
      calls.set(index, { position, hasArguments: false });
      const { toolUseId: id = '', name = '' } = call;
      return [delta({ tool_calls: [{ index: position, id, function: { name, arguments: '' } }] })];
    },
    proceed(index: JsonValue, { text, toolUse, reasoningContent }: JsonObject): JsonObject[] {
      const reasoning = asObject(reasoningContent);
      if (reasoning) return thoughtOf(index, reasoning);
      const call = asObject(toolUse);
      if (call) return argumentsOf(index, call.input ?? '');
      const words = asText(text);
      if (words === undefined) return [];
      place.addText(words);
      return [delta({ content: words })];
    },
    /** A call without any pieces has no arguments. */
    end: (index: JsonValue): JsonObject[] =>
      calls.get(index)?.hasArguments === false ? argumentsOf(index, '{}') : [],
  };
}

function endOf({ stopReason }: JsonObject): JsonObject[] {
  const word = asText(stopReason);
  return word === undefined ? [] : [{ choices: [{ delta: {}, finish_reason: word }] }];
}

/** The prompt is the sum of what is counted apart. */
function countedBy({ usage }: JsonObject): JsonObject[] {
  const counts = asObject(usage);
  if (!counts) return [];
  const { inputTokens: fresh, outputTokens: completion, cacheDetails } = counts;
  const { cacheReadInputTokens: cached, cacheWriteInputTokens: written } = counts;
  const hourly = (asList(cacheDetails) ?? [])
    .map((detail) => asObject(detail) ?? {})
    .find(({ ttl }) => ttl === '1h')?.inputTokens;
  const sum = [fresh, cached, written].reduce<number>(
    (total, count) => total + (typeof count === 'number' ? count : 0),
    0,
  );
  return [
    {
      usage: {
        ...(typeof fresh === 'number' && { prompt_tokens: sum }),
        ...(completion !== undefined && { completion_tokens: completion }),
        prompt_tokens_details: {
          ...(cached !== undefined && { cached_tokens: cached }),
          ...(written !== undefined && { cache_write_tokens: written }),
          ...(hourly !== undefined && { cache_write_1h_tokens: hourly }),
        },
      },
    },
  ];
}

/**
 * Splits the event stream of AWS, which is binary, into JSON texts: each event as a member with its name. A body that
 * is JSON is a whole answer.
 */
function createFrameReader(texts: BodyTexts, form: BodyForm): BodyReader {
  let reader: BodyReader | undefined;
  return {
    feed(bytes) {
      reader ??=
        bytes[0] === START_OF_JSON || form.encoding !== undefined
          ? createBodyReader(texts, form)
          : createFrames(texts);
      reader.feed(bytes);
    },
    end: () => reader?.end(),
    pending: () => reader?.pending() ?? 0,
    isMarked: () => false,
  };
}

const START_OF_JSON = '{'.charCodeAt(0);
/** Every frame begins with its length. */
const LENGTH_BYTES = 4;
/** The least that a frame can have. */
const LEAST_FRAME_BYTES = 16;

const codec = new EventStreamCodec(
  (input) => (typeof input === 'string' ? input : Buffer.from(input).toString('utf8')),
  (input) => Buffer.from(input, 'utf8'),
);

function createFrames(texts: BodyTexts): BodyReader {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let needed = LENGTH_BYTES;

  /** Joins the chunks only when a frame is there, so that the work grows with the bytes. */
  function takeFrames(): void {
    let bytes = Buffer.concat(chunks);
    while (bytes.length >= LENGTH_BYTES) {
      needed = bytes.readUInt32BE(0);
      if (needed < LEAST_FRAME_BYTES) throw new Error('a frame is too short');
      if (bytes.length < needed) break;
      texts.chunk(textOf(bytes.subarray(0, needed)));
      bytes = bytes.subarray(needed);
      needed = LENGTH_BYTES;
    }
    chunks = bytes.length > 0 ? [bytes] : [];
    length = bytes.length;
  }

  return {
    feed(bytes) {
      chunks.push(bytes);
      length += bytes.length;
      if (length >= needed) takeFrames();
    },
    // A frame without its end says nothing.
    end() {},
    pending: () => length,
    isMarked: () => false,
  };
}

/** Throws if the checksums are wrong. */
function textOf(frame: Uint8Array): string {
  const { headers, body } = codec.decode(frame);
  const isEvent = headers[':message-type']?.value === 'event';
  const name = String(headers[':event-type']?.value ?? '');
  const payload = Buffer.from(body).toString('utf8');
  return `{${JSON.stringify(isEvent ? name : 'error')}:${payload || '{}'}}`;
}
