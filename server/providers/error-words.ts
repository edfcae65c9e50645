/**
 * The provider's explanation of a refusal, from the body of its answer. The run's owner sees it, so it is bounded, on
 * one line, and contains no possible secret.
 */
import { toCleanText } from '../platform/lib/hygiene.ts';
import { type JsonValue, textOfNumber } from '../platform/lib/json.ts';

import { withoutSecrets } from '../platform/lib/text.ts';
import { decoded } from './body.ts';
import {
  asList,
  asObject,
  asText,
  isGiven,
  type JsonObject,
  PASSED_THROUGH,
  parseModest,
} from './json.ts';
import type { Brief } from './transport/index.ts';

export interface RefusalReader {
  feed(bytes: Uint8Array): 'more' | 'enough';
  /** The body, as far as received. */
  text(): string;
  /** The error in the body, or the body itself if it has none; empty if it is not JSON. */
  details(): JsonObject;
  /** The explanation in the body, as far as received; `secrets` are the deployment's own. */
  words(secrets: readonly string[]): string | undefined;
  /** The error in the body, if it has the form of this API and nothing that an answer has. */
  error(): ProviderError | undefined;
}

/** An error as the provider gives it. */
export interface ProviderError {
  /** Its code, type and status. */
  codes: string[];
  words: string | undefined;
}

export function createRefusalReader(encoding?: string): RefusalReader {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const text = () => textOf(Buffer.concat(chunks), encoding);
  return {
    text,
    details() {
      const body = parseModest(PASSED_THROUGH, text());
      const first = asObject(asList(body)?.[0] ?? body) ?? {};
      return asObject(first.error) ?? first;
    },
    feed(chunk) {
      bytes += chunk.length;
      if (bytes > MOST_ERROR_BYTES) return 'enough';
      chunks.push(chunk);
      return 'more';
    },
    words: (secrets) => readErrorWords(text(), secrets),
    error() {
      const body = parseModest(PASSED_THROUGH, text());
      const [first] = asList(body) ?? [body];
      return errorIn(asObject(first));
    },
  };
}

/** Empty if the bytes cannot be decompressed. */
function textOf(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === undefined) return bytes.toString('utf8');
  try {
    return Buffer.from(decoded(bytes, encoding, MOST_ERROR_BYTES)).toString('utf8');
  } catch {
    return '';
  }
}

/** How long the explanation of a refusal is waited for. */
export const EXPLAINED: Brief = { withinMs: 2_000 };

/** An explanation is short. */
const MOST_ERROR_BYTES = 65_536;
const LONGEST_WORDS = 1_000;

/** The explanation, or undefined if the body has none in a known form. `secrets` are the deployment's own. */
export function readErrorWords(text: string, secrets: readonly string[]): string | undefined {
  return presentable(messageOf(parseModest(PASSED_THROUGH, text), 0), secrets);
}

/** The error of a body that has nothing of an answer. */
export function errorIn(body: JsonObject | undefined): ProviderError | undefined {
  if (!body || ANSWER_MEMBERS.some((name) => isGiven(body[name]))) return undefined;
  const isError = body.object === 'error' || isGiven(body.error);
  return isError ? readError(body) : undefined;
}

const ANSWER_MEMBERS = ['id', 'usage', 'choices'];

/** The error in a body, or in a choice of an answer. */
export function readError(body: JsonObject): ProviderError {
  const { code, type, status } = asObject(body.error) ?? body;
  const codes = [code, type, status].map(textOfCode).filter((text) => text !== '');
  return { codes, words: messageOf(body, 0) };
}

function textOfCode(value: JsonValue | undefined): string {
  return textOfNumber(value) ?? (typeof value === 'string' ? value : String(value ?? ''));
}

/** One line, bounded, and without what could be a secret; `secrets` are the deployment's own. */
export function presentable(
  words: string | undefined,
  secrets: readonly string[],
): string | undefined {
  if (words === undefined) return undefined;
  const line = withoutSecrets(oneLine(words), secrets);
  if (line === '') return undefined;
  return line.length <= LONGEST_WORDS
    ? line
    : `${toCleanText(line.slice(0, LONGEST_WORDS - 1)).trimEnd()}…`;
}

/**
 * The known forms: `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}` as a text or as a list of `{msg}`,
 * `{errors: […]}`, and any of them in a list.
 */
function messageOf(value: JsonValue | undefined, depth: number): string | undefined {
  if (depth > MOST_NESTED) return undefined;
  if (typeof value === 'string') return asText(value.trim());
  const list = asList(value);
  if (list) {
    const all = list.slice(0, MOST_LISTED).map((item) => messageOf(item, depth + 1));
    return asText(all.filter((words) => words !== undefined).join('; '));
  }
  const body = asObject(value);
  if (!body) return undefined;
  const said = messageOf(body.message ?? body.msg, depth + 1);
  const own = said === undefined ? undefined : withMember(said, body);
  const details = own === undefined ? undefined : metadataOf(body.metadata);
  if (own !== undefined) return details === undefined ? own : `${own}: ${details}`;
  return messageOf(body.error ?? body.errors ?? body.detail, depth + 1);
}

/** Adds the member that the words are about: `param` names it, or `loc` is the path to it. */
function withMember(words: string, { param, loc }: JsonObject): string {
  const path = (asList(loc) ?? [])
    .slice(0, MOST_NESTED)
    .map((part) => textOfNumber(part) ?? String(part));
  // The first part says where in the request: in the body.
  const member = asText(param) ?? (path.length > 1 ? path.join('.') : undefined);
  const name = member?.split('.').at(-1);
  return member === undefined || words.includes(name!) ? words : `${words} (${member})`;
}

/** In this member, a gateway quotes the provider behind it, or says why its moderation objects. */
function metadataOf(value: JsonValue | undefined): string | undefined {
  const metadata = asObject(value);
  if (!metadata) return undefined;
  const { raw, reasons } = metadata;
  const nested = typeof raw === 'string' ? parseModest(PASSED_THROUGH, raw) : raw;
  return messageOf(nested, 1) ?? messageOf(raw, 1) ?? messageOf(reasons, 1);
}

const MOST_NESTED = 6;
const MOST_LISTED = 10;

/** Control characters, line ends and direction marks could falsify the surrounding text. */
function oneLine(text: string): string {
  return toCleanText(text)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
