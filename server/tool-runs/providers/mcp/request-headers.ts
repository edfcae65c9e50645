/**
 * The parts of a request that its HTTP headers repeat, so that gateways need not read the body: since version
 * 2026-07-28 of the protocol, its version, method and tool, and the arguments that the tool's schema names with
 * `x-mcp-header`.
 */
import { type JSONRPCRequest, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/client';
import { type JsonValue, textOfNumber } from '../../../platform/lib/json.ts';

import { isJsonObject } from '../answer.ts';
import type { JsonObject } from '../tool-provider.ts';
import { metaOf } from './call-hooks.ts';

export function headersOf(message: JSONRPCRequest): Record<string, string> {
  const meta = metaOf(message);
  const { traceparent, [PROTOCOL_VERSION_META_KEY]: version } = meta ?? {};
  const name = message.params?.name;
  return {
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(typeof version === 'string' && {
      ...{ 'mcp-protocol-version': version, 'mcp-method': message.method },
      ...(typeof name === 'string' && { 'mcp-name': encoded(name) }),
    }),
  };
}

/** For the arguments of a call. An argument that is null, or of another type than in the schema, has no header. */
export function argumentHeadersOf(schema: JsonObject, input: JsonObject): Record<string, string> {
  if (!isJsonObject(schema.properties)) return {};
  const found = Object.entries(schema.properties).map(([name, property]) => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (!isJsonObject(property) || value === undefined) return {};
    const header = property['x-mcp-header'];
    if (isJsonObject(value)) return argumentHeadersOf(property, value);
    const text = textOf(value);
    if (typeof header !== 'string' || text === undefined) return {};
    return { [`mcp-param-${header.toLowerCase()}`]: encoded(text) };
  });
  return Object.assign({}, ...found) as Record<string, string>;
}

function textOf(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return textOfNumber(value);
}

/** Text that a header cannot contain is marked and encoded in base64. */
function encoded(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (isPlain && !(text.startsWith(MARK) && text.endsWith(END))) return text;
  return `${MARK}${Buffer.from(text, 'utf8').toString('base64')}${END}`;
}

const MARK = '=?base64?';
const END = '?=';
