/**
 * A provider with an API of its own. Its adapter says what to send and what the answer means; the exchange, its proofs
 * and its limits are those of chat completions. It reports no cost and keeps no record that can be looked up. What
 * several adapters need is here as well: the turns of a conversation in the forms that such APIs want.
 */

import { createHash } from 'node:crypto';
import { asObject, type JsonObject, parseModest } from '../../providers/json.ts';
import { createChatServer, type Dialect, type ServerOptions } from './chat-completions/submit.ts';
import { base64Of } from './message-parts.ts';
import {
  type AssistantMessage,
  type JsonValue,
  type Message,
  PASSED_THROUGH,
  type Provider,
  type Submission,
  type TextPart,
  type Tool,
  type ToolCall,
} from './model-provider.ts';

/** What an adapter has to know of a model besides its name. */
export interface ModelSettings {
  /** How it takes an effort: as a word, or as a number of tokens. By default, as its name suggests. */
  thinking?: 'effort' | 'budget';
  /** Whether it can think at all. */
  canThink?: boolean;
  /** Which API of its provider it is reached by, if there are two. */
  api?: 'responses' | 'chat-completions';
  /** The version of the provider's API, where addresses have one. */
  apiVersion?: string;
}

/** What the keys of a provider are. */
export type Auth = 'key' | 'token';

export interface WireRequest {
  /** After the base URL. */
  path: string;
  body: object;
  /** Where the answer to this request has another form. */
  dialect?: Dialect;
}

export interface Adapter {
  dialect: Dialect;
  toRequest(work: Submission, settings: ModelSettings): WireRequest;
  /** The headers that carry a key, or an access token. */
  credentials(key: string | undefined, auth: Auth): Record<string, string>;
  /** The headers that depend on the request, for providers that want it signed. */
  sign?(
    request: { url: URL; body: string },
    key: string,
    region: string,
  ): Promise<Record<string, string>>;
}

interface NativeOptions extends ServerOptions {
  adapter: Adapter;
  /** Keys by default. */
  auth?: Auth;
  /** Of the signatures, for providers that want them. */
  region?: string;
  /** By the provider's names. */
  models?: ReadonlyMap<string, ModelSettings>;
}

export function createNativeProvider(options: NativeOptions): Provider {
  const { adapter, baseUrl, auth = 'key', region = '', models } = options;
  return createChatServer(options, (work, apiKey) => {
    const settings = models?.get(work.model) ?? {};
    const { path, body, dialect = adapter.dialect } = adapter.toRequest(work, settings);
    const { sign } = adapter;
    return {
      ...{ dialect, body, url: new URL(baseUrl + path) },
      credentials: adapter.credentials(apiKey, auth),
      ...(sign && apiKey !== undefined && { sign: (request) => sign(request, apiKey, region) }),
    };
  }).provider;
}

/** The share of the output that each effort may use to think. */
const SHARES: ReadonlyMap<string, number> = new Map([
  ['minimal', 0.1],
  ['low', 0.2],
  ['medium', 0.5],
  ['high', 0.8],
  ['xhigh', 0.9],
  ['max', 0.95],
]);

/**
 * The tokens of thinking, which are part of the output: within `least` and `most`. Zero for no thinking, also where the
 * output is too short for the least.
 */
export function thinkingBudget(
  effort: string,
  maxOutputTokens: number,
  { least, most }: { least: number; most: number },
): number {
  const share = SHARES.get(effort);
  if (share === undefined || most < least) return 0;
  return Math.max(least, Math.min(most, Math.floor(maxOutputTokens * share)));
}

export type TurnPiece =
  | { kind: 'text'; text: string }
  | { kind: 'call'; call: ToolCall }
  | { kind: 'entry'; entry: JsonObject };

/** What comes before an entry: characters of the content, and calls. */
interface Place {
  text: number;
  calls: number;
}

/**
 * Turns of a conversation for APIs that are not chat completions: a turn of the assistant in the order in which the
 * provider wrote it, and the values in it in the forms that other APIs want.
 *
 * What a provider attaches to its answer for its own use travels in `reasoning_details`: entries in the form that
 * gateways of chat completions use, with the provider's `format`, and `after` where text or calls come before them. The
 * entries of another provider's format are left out: no provider accepts the signatures of another one.
 */
export function piecesOf(message: AssistantMessage, format: string): TurnPiece[] {
  const text = textOf(message);
  const calls = message.tool_calls ?? [];
  const pieces: TurnPiece[] = [];
  const done: Place = { text: 0, calls: 0 };

  /** Nothing of the message is left out or repeated, whatever the entry says. */
  function proceedTo(place: JsonObject): void {
    const next = {
      text: within(place.text, done.text, text.length),
      calls: within(place.calls, done.calls, calls.length),
    };
    const part = text.slice(done.text, next.text);
    if (part !== '') pieces.push({ kind: 'text', text: part });
    for (const call of calls.slice(done.calls, next.calls)) pieces.push({ kind: 'call', call });
    Object.assign(done, next);
  }

  for (const value of message.reasoning_details ?? []) {
    const entry = asObject(value);
    if (entry?.format !== format) continue;
    proceedTo(asObject(entry.after) ?? {});
    pieces.push({ kind: 'entry', entry });
  }
  proceedTo({ text: text.length, calls: calls.length });
  return pieces;
}

function within(value: JsonValue | undefined, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return least;
  return Math.min(Math.max(value, least), most);
}

/** The content together with a refusal, for which other APIs have no member. */
function textOf({ content, refusal }: AssistantMessage): string {
  return [content, refusal].filter((text) => text).join('\n');
}

/** A piece of an answer as a chunk of chat completions. */
export function delta(part: JsonObject): JsonObject {
  return { choices: [{ delta: part }] };
}

/** The place in an answer that is being read. */
export function createPlace() {
  const place: Place = { text: 0, calls: 0 };
  return {
    addText(text: string): void {
      place.text += text.length;
    },
    addCall(): void {
      place.calls += 1;
    },
    calls: () => place.calls,
    /** The member of an entry that begins here; an entry at the beginning has none. */
    here: (): { after?: { text: number; calls: number } } =>
      place.text + place.calls === 0 ? {} : { after: { ...place } },
  };
}

/**
 * The arguments of a call as the object that other APIs want. Text that is no object is kept in a member, so that the
 * model sees what it wrote.
 */
export function argumentsOf({ function: { arguments: text } }: ToolCall): JsonObject {
  if (text.trim() === '') return {};
  const parsed = asObject(parseModest(PASSED_THROUGH, `{"arguments":${text}}`));
  return asObject(parsed?.arguments) ?? { INVALID_JSON: text };
}

/** The schema of arguments for APIs that require its type, which is always `object`. */
export function argumentsSchema(parameters: Tool['parameters']): Tool['parameters'] {
  return 'type' in parameters ? parameters : { type: 'object', ...parameters };
}

export function textParts(content: string | TextPart[]): TextPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

export type Turn = Exclude<Message, { role: 'system' }>;

/** The texts of system messages, which other APIs take apart from the conversation, and the conversation. */
export function withoutSystem(messages: readonly Message[]): {
  system: TextPart[];
  turns: Turn[];
} {
  return {
    system: messages.flatMap((message) =>
      message.role === 'system' ? textParts(message.content) : [],
    ),
    turns: messages.filter((message) => message.role !== 'system'),
  };
}

/** The names of the called functions, by the ids of the calls directly before the results. */
export function createCallNames() {
  let calls: ToolCall[] = [];
  return {
    take({ tool_calls = [] }: AssistantMessage): void {
      calls = tool_calls;
    },
    nameOf: (id: string): string => calls.find((call) => call.id === id)?.function.name ?? '',
  };
}

/** A `data` URL of the contract. */
export function readDataUrl(url: string): { mediaType: string; base64: string } {
  return { mediaType: url.slice('data:'.length, url.indexOf(';')), base64: base64Of(url) };
}

/** Joins messages of one role that follow each other, as APIs want it that let the roles alternate. */
export function joinTurns<Part>(
  turns: readonly { role: string; content: Part[] }[],
): { role: string; content: Part[] }[] {
  const joined: { role: string; content: Part[] }[] = [];
  for (const { role, content } of turns) {
    const last = joined.at(-1);
    if (last?.role === role) last.content.push(...content);
    else joined.push({ role, content: [...content] });
  }
  return joined;
}

/** The ids of other providers may be longer than Anthropic and AWS accept, or have other characters: a hash stands for them. */
export function toolId(id: string): string {
  return /^[\w-]{1,64}$/.test(id) ? id : createHash('sha256').update(id).digest('base64url');
}
