/**
 * Builds the tool calls of an answer from their streamed pieces. Identifiers, names and arguments stay as the model
 * wrote them, including broken arguments. The work grows with the pieces, not with pieces times calls.
 */
import { toCleanText } from '../../../platform/lib/hygiene.ts';
import { weightOf, writeJson } from '../../../platform/lib/json.ts';

import { MOST_CALLS } from '../../../providers/bounds.ts';
import { asObject, asText, parseModest } from '../../../providers/json.ts';
import { extraEntry } from '../extra-content.ts';
import { type JsonValue, PASSED_THROUGH, type ToolCall } from '../model-provider.ts';

export interface ToolCalls {
  /** Whether there are too many. */
  take(piece: JsonValue): 'too_many' | undefined;
  /** Memory of the calls, in bytes. */
  size(): number;
  /**
   * The finished calls, and entries with what the provider attached to them. A call without a function is left out,
   * since nobody could make it.
   */
  close(): { calls: ToolCall[]; extras: JsonValue[] };
}

interface OpenCall {
  id: string;
  name: string;
  arguments: string;
  extra?: JsonValue;
}

export function createToolCalls(): ToolCalls {
  const calls: OpenCall[] = [];
  let size = 0;
  /** The latest call of each index. */
  const byIndex = new Map<JsonValue | undefined, OpenCall>();

  /**
   * The call that a piece continues. Some servers number every call 0 and some send no number: for those, another id
   * together with a name starts a call, and without ids, another name does, or the same one with an object after whole
   * arguments. Others create an id for every piece: such pieces have no name.
   */
  function continued(index: JsonValue | undefined, piece: OpenCall): OpenCall | undefined {
    const call = index === undefined ? calls.at(-1) : byIndex.get(index);
    if (!call || piece.name === '' || call.name === '') return call;
    if (piece.id !== '' && piece.id === call.id) return call;
    const isAnother =
      index === undefined ||
      piece.id !== '' ||
      piece.name !== call.name ||
      (piece.arguments.trimStart().startsWith('{') && isWhole(call.arguments));
    return isAnother ? undefined : call;
  }

  return {
    take(value) {
      const piece = asObject(value);
      if (!piece) return undefined;
      const isFunction = (asText(piece.type) ?? 'function') === 'function';
      const given = isFunction ? asObject(piece.function) : undefined;
      const id = asText(piece.id) ?? '';
      const name = asText(given?.name) ?? '';
      const text = argumentsText(given?.arguments);
      const call = continued(piece.index, { id, name, arguments: text });
      const { extra_content: extra } = piece;
      size += weightOf(extra);
      if (call) {
        size += weightOf(text);
        if (extra !== undefined && extra !== null) call.extra = extra;
        call.id ||= id;
        call.name ||= name;
        call.arguments += text;
        return undefined;
      }
      if (calls.length >= MOST_CALLS) return 'too_many';
      const opened: OpenCall = { id, name, arguments: text };
      calls.push(opened);
      size += weightOf(opened);
      if (extra !== undefined && extra !== null) opened.extra = extra;
      if (piece.index !== undefined) byIndex.set(piece.index, opened);
      return undefined;
    },
    size: () => size,
    close: () => closed(calls),
  };
}

function argumentsText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : writeJson(value);
}

/** Whether the arguments are complete. */
function isWhole(text: string): boolean {
  return text.trimEnd().endsWith('}') && parseModest(PASSED_THROUGH, text) !== undefined;
}

/**
 * A call gets an id from its position if its own id is missing, shared, or longer than a request allows, since no
 * message could answer it.
 */
function closed(all: OpenCall[]): ReturnType<ToolCalls['close']> {
  const calls = all.filter(({ name }) => name !== '');
  const taken = new Set<string>();
  // Only increases, so that each id collides at most once.
  let suffix = 0;
  const extras: JsonValue[] = [];
  const made = calls.map((call, position): ToolCall => {
    const given = toCleanText(call.id);
    let id = given === '' || given.length > LONGEST_ID ? `call_${position}` : given;
    const stem = toCleanText(id.slice(0, LONGEST_ID - ROOM_FOR_SUFFIX));
    while (taken.has(id)) {
      suffix = Math.max(suffix + 1, position);
      id = `${stem}_${suffix}`;
    }
    taken.add(id);
    const name = toCleanText(call.name);
    if (call.extra !== undefined) extras.push(extraEntry(call.extra, id));
    return { id, type: 'function', function: { name, arguments: toCleanText(call.arguments) } };
  });
  return { calls: made, extras };
}

/** The contract's maximum length of an id. */
const LONGEST_ID = 1_024;
const ROOM_FOR_SUFFIX = 8;
