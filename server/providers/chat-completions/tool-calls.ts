/**
 * Builds the tool calls of an answer from their streamed pieces. Identifiers, names and arguments stay as the model
 * wrote them, including broken arguments. The work grows with the pieces, not with pieces times calls.
 */
import { toCleanText } from '../../kernel/clean-text.ts';
import { writeJson } from '../../kernel/exact-json.ts';
import { weightOf } from '../../kernel/json-weight.ts';
import type { JsonValue, ToolCall } from '../model-provider.ts';
import { MOST_CALLS } from './bounds.ts';
import { asObject, asText } from './json.ts';

export interface ToolCalls {
  /** Why a piece is not acceptable; undefined if it was. */
  take(piece: JsonValue): 'unreadable' | 'too_many' | undefined;
  /** Memory of the calls, in bytes. */
  size(): number;
  /** The finished calls, or undefined if one has no name. */
  close(): ToolCall[] | undefined;
}

interface OpenCall {
  id: string;
  name: string;
  arguments: string;
}

export function createToolCalls(): ToolCalls {
  const calls: OpenCall[] = [];
  let size = 0;
  /** The latest call of each index. */
  const byIndex = new Map<JsonValue | undefined, OpenCall>();

  /**
   * The call that a piece continues. Some servers number every call 0 and some send no number: for those, another id
   * together with a name starts a call. Others create an id for every piece: such pieces have no name.
   */
  function continued(index: JsonValue | undefined, id: string, name: string): OpenCall | undefined {
    const call = index === undefined ? calls.at(-1) : byIndex.get(index);
    if (!call || name === '' || call.name === '') return call;
    const isAnother =
      index === undefined ? id !== call.id || id === '' : id !== '' && id !== call.id;
    return isAnother ? undefined : call;
  }

  return {
    take(value) {
      const piece = asObject(value);
      if (!piece || (asText(piece.type) ?? 'function') !== 'function') return 'unreadable';
      const given = asObject(piece.function);
      const id = asText(piece.id) ?? '';
      const name = asText(given?.name) ?? '';
      const text = argumentsText(given?.arguments);
      const call = continued(piece.index, id, name);
      if (call) {
        size += weightOf(text);
        call.id ||= id;
        call.name ||= name;
        call.arguments += text;
        return undefined;
      }
      if (calls.length >= MOST_CALLS) return 'too_many';
      const opened = { id, name, arguments: text };
      calls.push(opened);
      size += weightOf(opened);
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

/**
 * A call gets an id from its position if its own id is missing, shared, or longer than a request allows, since no
 * message could answer it.
 */
function closed(calls: OpenCall[]): ToolCall[] | undefined {
  if (calls.some((call) => call.name === '')) return undefined;
  const taken = new Set<string>();
  // Only increases, so that each id collides at most once.
  let suffix = 0;
  return calls.map((call, position) => {
    const given = toCleanText(call.id);
    let id = given === '' || given.length > LONGEST_ID ? `call_${position}` : given;
    const stem = toCleanText(id.slice(0, LONGEST_ID - ROOM_FOR_SUFFIX));
    while (taken.has(id)) {
      suffix = Math.max(suffix + 1, position);
      id = `${stem}_${suffix}`;
    }
    taken.add(id);
    const name = toCleanText(call.name);
    return { id, type: 'function', function: { name, arguments: toCleanText(call.arguments) } };
  });
}

/** The contract's maximum length of an id. */
const LONGEST_ID = 1_024;
const ROOM_FOR_SUFFIX = 8;
