/**
 * What a provider says about a request that it turned away, taken from the body of its answer. Its words go
 * to the run's owner, so they are bounded, on one line, and without what could be a secret.
 */
import { toCleanText } from '../../kernel/clean-text.ts';
import { withoutSecrets } from '../../kernel/without-secrets.ts';
import type { JsonValue } from '../model-provider.ts';
import { isModest } from './bounds.ts';
import { asList, asObject, asText, parseJson } from './json.ts';

export interface RefusalReader {
  feed(bytes: Uint8Array): 'more' | 'enough';
  /** What the body says, as far as it came; `secrets` are the deployment's own. */
  words(secrets: readonly string[]): string | undefined;
}

export function createRefusalReader(): RefusalReader {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  return {
    feed(chunk) {
      bytes += chunk.length;
      if (bytes > MOST_ERROR_BYTES) return 'enough';
      chunks.push(chunk);
      return 'more';
    },
    words: (secrets) => readErrorWords(Buffer.concat(chunks).toString('utf8'), secrets),
  };
}

/** An explanation is short. */
const MOST_ERROR_BYTES = 65_536;
const LONGEST_WORDS = 1_000;

/** The words, or undefined if the body has none that are understood. `secrets` are the deployment's own. */
export function readErrorWords(text: string, secrets: readonly string[]): string | undefined {
  const words = messageOf(parseModest(text), 0);
  if (words === undefined) return undefined;
  const line = withoutSecrets(oneLine(words), secrets);
  if (line === '') return undefined;
  return line.length <= LONGEST_WORDS
    ? line
    : `${toCleanText(line.slice(0, LONGEST_WORDS - 1)).trimEnd()}…`;
}

function parseModest(text: string): JsonValue | undefined {
  return isModest(text) ? parseJson(text) : undefined;
}

/**
 * The forms that are met: `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}` as a text or as a
 * list of `{msg}`, `{errors: […]}`, and any of them in a list.
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

/** A gateway says here what the provider behind it has said, or why its moderation objects. */
function metadataOf(value: JsonValue | undefined): string | undefined {
  const metadata = asObject(value);
  if (!metadata) return undefined;
  const { raw, reasons } = metadata;
  const nested = typeof raw === 'string' ? parseModest(raw) : raw;
  return messageOf(nested, 1) ?? messageOf(raw, 1) ?? messageOf(reasons, 1);
}

const MOST_NESTED = 6;
const MOST_LISTED = 10;

/** Control characters, line ends and marks that reorder text could falsify the text around it. */
function oneLine(text: string): string {
  return toCleanText(text)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
