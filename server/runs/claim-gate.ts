/**
 * Lets claims through while the circuit of their queue is closed. While it is open, workers claim only an occasional
 * run as the probe. A claim without an answer may have been committed, so the worker always repeats it.
 */
import type { Circuits } from './circuits.ts';
import type { ClaimedRun } from './store.ts';

export type Gate = (
  claim: string,
  atMost: number,
  work: (atMost: number) => Promise<ClaimedRun[]>,
) => Promise<ClaimedRun[]>;

export const ungated: Gate = (_, atMost, work) => work(atMost);

export function createGate(
  circuits: Pick<Circuits, 'known' | 'isOpen' | 'takeProbe' | 'probeWith'>,
  queue: string,
): Gate {
  let unanswered: { claim: string; probe: string | undefined } | undefined;

  /** Undefined if the worker may claim nothing. */
  async function permit(claim: string): Promise<typeof unanswered> {
    if (unanswered?.claim === claim) return unanswered;
    await circuits.known();
    if (!circuits.isOpen(queue)) return { claim, probe: undefined };
    const probe = await circuits.takeProbe(queue);
    return probe === undefined ? undefined : { claim, probe };
  }

  return async (claim, atMost, work) => {
    unanswered = await permit(claim);
    if (!unanswered) return [];
    const { probe } = unanswered;
    const isOpen = probe !== undefined || circuits.isOpen(queue);
    const claimed = await work(isOpen ? 1 : atMost);
    unanswered = undefined;
    if (probe !== undefined) await circuits.probeWith(queue, probe, claimed[0]?.id);
    return claimed;
  };
}
