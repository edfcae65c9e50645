/**
 * The ids of traces and spans, by W3C Trace Context: 32 and 16 hexadecimal digits. Both derive from the UUID of a run,
 * so that the id of a run determines the id of its span.
 */

/** The trace of a run: the one that it was created in, or one of its own. */
export function traceIdOf({ id, trace }: { id: string; trace: string | null }): string {
  return (trace ?? id).replaceAll('-', '');
}

/** The last 8 bytes of the UUID. */
export function spanIdOf(uuid: string): string {
  return uuid.replaceAll('-', '').slice(16);
}

/** The UUID of a trace id; undefined if the text is not a trace id. */
export function traceUuidOf(traceId: string): string | undefined {
  if (!TRACE_ID.test(traceId)) return undefined;
  return traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/;
