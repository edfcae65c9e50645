/** What the rehearsal has shown so far, one line for each thing, and the table that it closes with. */
import { lineOf } from '../languages/report.ts';

type Result = 'passed' | 'failed' | 'not run';

export interface Report {
  /** Runs one thing: it passes unless it throws; a `NotRun` says why this machine cannot run it. */
  prove(part: string, name: string, prove: () => Promise<string>): Promise<void>;
  /** Prints the table; whether nothing failed and something passed. */
  close(): boolean;
}

/** Why something was not run here. It neither passes nor fails. */
export class NotRun extends Error {}

export function createReport(): Report {
  const rows: { part: string; name: string; result: Result; why: string }[] = [];
  const began = performance.now();
  const add = (part: string, name: string, result: Result, why: string) => {
    rows.push({ part, name, result, why });
    const seconds = ((performance.now() - began) / 1_000).toFixed(0).padStart(4);
    const told = `${part}: ${name}`;
    const line =
      result === 'not run'
        ? `not run  ${told}: ${why}`
        : lineOf({ name: told, [result === 'passed' ? 'proven' : 'fault']: why });
    console.log(`${seconds} s  ${line}`);
  };
  return {
    async prove(part, name, prove) {
      try {
        add(part, name, 'passed', await prove());
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        add(part, name, error instanceof NotRun ? 'not run' : 'failed', why);
      }
    },
    close() {
      const parts = [...new Set(rows.map(({ part }) => part))];
      const count = (result: Result, part?: string) =>
        rows.filter((row) => row.result === result && part === (part && row.part)).length;
      const countsOf = (part?: string) => ({
        ...{ passed: count('passed', part), failed: count('failed', part) },
        'not run': count('not run', part),
      });
      for (const { part, name, why } of rows.filter(({ result }) => result === 'not run')) {
        console.log(`not run: ${part}: ${name}: ${why}`);
      }
      for (const { part, name, why } of rows.filter(({ result }) => result === 'failed')) {
        console.error(`failed: ${part}: ${name}: ${why}`);
      }
      console.table(Object.fromEntries(parts.map((part) => [part, countsOf(part)])));
      console.log(
        `${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run`,
      );
      return count('failed') === 0 && count('passed') > 0;
    },
  };
}
