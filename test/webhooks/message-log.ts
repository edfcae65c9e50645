/** What an endpoint got: which messages it accepted, and whether they arrived as promised. */
import type { Answer, Message } from './receiver.ts';

/** The messages about a run of each of these models. */
export const TYPES: Record<string, readonly string[]> = {
  'sandbox/echo': ['run.completed'],
  'sandbox/refused': ['run.failed'],
  'sandbox/breaks': ['run.needs_reconciliation', 'run.failed'],
};
export const EVENTS = ['run.completed', 'run.failed', 'run.needs_reconciliation'] as const;

export type MessageLog = ReturnType<typeof createMessageLog>;

export function createMessageLog() {
  const taken = new Map<string, Message>();
  const bodies = new Map<string, string>();
  const underWay = new Map<string, number>();
  /** The latest accepted version of each run. */
  const versions = new Map<string, number>();
  const faults: string[] = [];
  let attempts = 0;

  function begin(message: Message, response: Parameters<Answer>[0]): void {
    const { event, headers, body, path } = message;
    const { id = '', version = 0 } = event.data;
    const name = String(headers['webhook-id']);
    attempts += 1;
    underWay.set(id, (underWay.get(id) ?? 0) + 1);
    response.once('close', () => underWay.set(id, underWay.get(id)! - 1));
    if (underWay.get(id)! > 1) faults.push(`${id}: two under way`);
    if (path !== '/hooks') faults.push(`${id}: sent to ${path}`);
    if ((bodies.get(name) ?? body) !== body) faults.push(`${id}: ${name} has changed`);
    bodies.set(name, body);
    if (version < (versions.get(id) ?? 0) && !taken.has(name))
      faults.push(`${id}: version ${version} behind ${versions.get(id)}`);
  }

  return {
    /** Accepts what arrives, and answers after this many milliseconds. */
    taking:
      (afterMs = 0): Answer =>
      (response, message) => {
        begin(message, response);
        const { id = '', version = 0 } = message.event.data;
        taken.set(String(message.headers['webhook-id']), message);
        versions.set(id, Math.max(version, versions.get(id) ?? 0));
        setTimeout(() => response.writeHead(204).end(), afterMs);
      },
    /** Accepts nothing, and does this instead. */
    refusing:
      (how: Answer): Answer =>
      (response, message) => {
        begin(message, response);
        how(response, message);
      },
    /** Each message once: `<run> <type>`, sorted. */
    taken: () =>
      [...taken.values()].map(({ event }) => `${event.data.id} ${event.type}`).toSorted(),
    attempts: () => attempts,
    /**
     * Messages that arrived together with or before one that they must wait for, with another body, or at another
     * endpoint.
     */
    faults: () => faults,
  };
}
