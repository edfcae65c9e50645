/**
 * The provider's explanation of a refusal, from the body of its answer. The run's owner sees it, so it is bounded, on
 * one line, and contains no possible secret.
 */
import { toCleanText } from '../../kernel/clean-text.ts';
import { withoutSecrets } from '../../kernel/without-secrets.ts';
import { type JsonValue, PASSED_THROUGH } from '../model-provider.ts';
import type { Brief } from '../transport/index.ts';
import { decoded } from './body.ts';
import { asList, asObject, asText, parseModest } from './json.ts';

export interface RefusalReader {
  feed(bytes: Uint8Array): 'more' | 'enough';
  /** The body, as far as received. */
  text(): string;
  /** The explanation in the body, as far as received; `secrets` are the deployment's own. */
  words(secrets: readonly string[]): string | undefined;
}

export function createRefusalReader(encoding?: string): RefusalReader {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const text = () => textOf(Buffer.concat(chunks), encoding);
  return {
    text,
    feed(chunk) {
      bytes += chunk.length;
      if (bytes > MOST_ERROR_BYTES) return 'enough';
      chunks.push(chunk);
      return 'more';
    },
    words: (secrets) => readErrorWords(text(), secrets),
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
  const words = messageOf(parseModest(PASSED_THROUGH, text), 0);
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
  const own = messageOf(body.message ?? body.msg, depth + 1);
  const details = own === undefined ? undefined : metadataOf(body.metadata);
  if (own !== undefined) return details === undefined ? own : `${own}: ${details}`;
  return messageOf(body.error ?? body.errors ?? body.detail, depth + 1);
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
