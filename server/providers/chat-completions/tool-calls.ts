/**
 * Puts the tool calls of an answer together from their streamed pieces. Identifiers, names and arguments
 * stay as the model wrote them, broken arguments included.
 */
import type { JsonValue, ToolCall } from '../port.ts';
import { asObject, asText } from './json.ts';

export interface OpenCall {
  index: JsonValue | undefined;
  id: string;
  name: string;
  arguments: string;
}

/** Adds a piece to the calls; false where it can't be read as one. */
export function takeToolCallPiece(calls: OpenCall[], value: JsonValue): boolean {
  const piece = asObject(value);
  if (!piece || (asText(piece.type) ?? 'function') !== 'function') return false;
  const told = asObject(piece.function);
  const id = asText(piece.id) ?? '';
  const name = asText(told?.name) ?? '';
  const call = continued(calls, piece.index, id, name);
  if (call) {
    call.id ||= id;
    call.name ||= name;
    call.arguments += argumentsText(told?.arguments);
  } else {
    calls.push({ index: piece.index, id, name, arguments: argumentsText(told?.arguments) });
  }
  return true;
}

/**
 * The call that a piece goes on with. Some servers number every call 0 and some don't number at all: there
 * another id that comes with a name starts a call. Others make up an id for every piece: there the name is
 * missing.
 */
function continued(
  calls: OpenCall[],
  index: JsonValue | undefined,
  id: string,
  name: string,
): OpenCall | undefined {
  const call =
    index === undefined ? calls.at(-1) : calls.findLast((candidate) => candidate.index === index);
  if (!call || name === '' || call.name === '') return call;
  const isAnother = index === undefined ? id !== call.id || id === '' : id !== '' && id !== call.id;
  return isAnother ? undefined : call;
}

function argumentsText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/**
 * The finished calls, or undefined where one has no name. A call without an id of its own could not be
 * answered: it gets one from its place.
 */
export function closeToolCalls(calls: OpenCall[]): ToolCall[] | undefined {
  if (calls.some((call) => call.name === '')) return undefined;
  const taken = new Set<string>();
  return calls.map((call, place) => {
    let id = call.id || `call_${place}`;
    while (taken.has(id)) id += `_${place}`;
    taken.add(id);
    return { id, type: 'function', function: { name: call.name, arguments: call.arguments } };
  });
}
