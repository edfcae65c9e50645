/** Groups entries into movements: one for each run with all its entries, one for each day of stored bytes, and one for each other entry. Pure. */
import type { Entry } from '../../api/index.ts';

export interface Movement {
  id: string;
  /** Newest first. */
  entries: Entry[];
  /** Undefined if the movement belongs to no run. */
  runId: string | undefined;
  /** The change of the balance: charges go out, credits come in. */
  amount: number;
  direction: Entry['direction'];
  /** The kind of an entry, or `run`. */
  words: string;
}

/** A run is listed at its newest entry. */
export function movementsOf(entries: Entry[]): Movement[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const id = entry.runId ?? storageOf(entry) ?? `entry ${entry.id}`;
    const group = groups.get(id);
    if (group) group.push(entry);
    else groups.set(id, [entry]);
  }
  return [...groups].map(([id, group]) => ({ id, entries: group, ...effectOf(group) }));
}

/** Without runs that hold credit or were not charged: nothing moved for good. */
export function settledOf(movements: Movement[]): Movement[] {
  return movements.filter(({ runId, direction }) => runId === undefined || direction !== 'none');
}

/** Without a run, only stored bytes hold and charge something: their day. */
function storageOf({ kind, reference }: Entry): string | undefined {
  return reference !== undefined && (kind === 'hold' || kind === 'storage')
    ? `storage ${reference}`
    : undefined;
}

function effectOf(group: Entry[]): Omit<Movement, 'id' | 'entries'> {
  const [first] = group;
  const runId = first?.runId;
  if (!first || runId === undefined) {
    const { amount = 0, direction = 'none', kind = '' } = first ?? {};
    if (first && storageOf(first))
      return { runId: undefined, amount, direction: 'out', words: 'storage' };
    return { runId: undefined, amount, direction, words: kind };
  }
  const sum = (...kinds: string[]) =>
    group.filter(({ kind }) => kinds.includes(kind)).reduce((all, { amount }) => all + amount, 0);
  const charged = sum('capture', 'fee');
  if (charged > 0) return { runId, amount: charged, direction: 'out', words: 'run' };
  return { runId, amount: 0, direction: 'none', words: 'run' };
}
