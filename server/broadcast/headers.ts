/** The headers that a destination gets besides the service's own: usually a key. They are secret. */
import type { Fault } from '../platform/lib/problem.ts';

export interface Header {
  name: string;
  value: string;
}

const MOST_HEADERS = 16;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const VALUE = /^[\x20-\x7E]{1,4096}$/;
/** The service's own headers, and those that frame a message. */
const OWN = new Set([
  ...['accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type'],
  ...['expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['user-agent', 'forwarded', 'via'],
]);

export function faultsOfHeaders(headers: readonly Header[]): Fault[] {
  if (headers.length > MOST_HEADERS) {
    return [
      { pointer: '#/headers', detail: `must be ${MOST_HEADERS} at the most`, code: 'max_items' },
    ];
  }
  const seen = new Set<string>();
  return headers.flatMap(({ name, value }, i): Fault[] => {
    const at = `#/headers/${i}`;
    const key = name.toLowerCase();
    const isSeen = seen.has(key);
    seen.add(key);
    if (!NAME.test(name)) {
      return [{ pointer: `${at}/name`, detail: 'must be the name of a header', code: 'pattern' }];
    }
    if (OWN.has(key) || key.startsWith('proxy-') || key.startsWith('x-forwarded-')) {
      const detail = 'must not be one that the service or its proxies send themselves';
      return [{ pointer: `${at}/name`, detail, code: 'forbidden' }];
    }
    if (isSeen) return [{ pointer: `${at}/name`, detail: 'must be there once', code: 'duplicate' }];
    if (VALUE.test(value)) return [];
    const detail = 'must be text of visible ASCII characters and spaces';
    return [{ pointer: `${at}/value`, detail, code: 'pattern' }];
  });
}

export function asRecord(headers: readonly Header[]): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value.trim()]));
}
