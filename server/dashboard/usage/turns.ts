/**
 * Turns at work that is heavy: so many at once for each name, and so many more that wait in a line. Whoever finds
 * the line full is told to come back.
 */
import { Problem } from '../../kernel/problem.ts';

export interface Turns {
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
}

interface Line {
  working: number;
  waiting: (() => void)[];
}

export function createTurns({ atOnce, inLine }: { atOnce: number; inLine: number }): Turns {
  const lines = new Map<string, Line>();
  return {
    async take(name, work) {
      const line = lines.get(name) ?? { working: 0, waiting: [] };
      lines.set(name, line);
      if (line.working < atOnce) line.working += 1;
      else await place(line, inLine);
      try {
        return await work();
      } finally {
        // Whoever waits takes the turn over.
        const next = line.waiting.shift();
        if (next) next();
        else line.working -= 1;
        if (line.working === 0) lines.delete(name);
      }
    },
  };
}

function place({ waiting }: Line, atMost: number): Promise<void> {
  if (waiting.length < atMost) return new Promise((resolve) => waiting.push(resolve));
  throw new Problem('rate_limited', 'Too much is being added up for this workspace.', {
    retryAfterSeconds: 1,
  });
}
