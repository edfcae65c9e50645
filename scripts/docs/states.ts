/** The texts of the docs about states: a table of all states, from the table of transitions of the service. */
import { EVENTS, isTerminal, type RunState, STATES } from '../../server/runs/states.ts';
import { readChapters } from './chapters.ts';

interface Transition {
  event: string;
  from: RunState;
  to: RunState;
}

/** Every transition between two different states. */
export const transitions: Transition[] = Object.entries(EVENTS).flatMap(([event, { from, to }]) =>
  from.filter((state) => state !== to).map((state) => ({ event, from: state, to })),
);

/** The event that an operator causes after a restore. A text describes it. */
export const EXCEPTIONAL = 'recovered';

export function stateTable(): string {
  const chapters = readChapters('states.md', STATES);
  const rows = STATES.map((state) => {
    const next = new Set(
      transitions
        .filter(({ event, from }) => from === state && event !== EXCEPTIONAL)
        .map(({ to }) => `\`${to}\``),
    );
    const follows = isTerminal(state) ? 'Nothing: it is final' : `→ ${[...next].join(', ')}`;
    return `| \`${state}\` | ${chapters[state].replaceAll('\n', ' ')} | ${follows} |`;
  });
  return ['| State | What it means for you | What can follow |', '| - | - | - |', ...rows].join(
    '\n',
  );
}
