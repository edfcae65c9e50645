/** Reads one after the other on one connection: their median, and the slower ones. */
import type { Bench } from './bench.ts';
import { open, unexpected } from './http-client.ts';
import { boundFinding, type Finding } from './report.ts';
import { quantile } from './rounds.ts';

interface Reads {
  section: string;
  what: string;
  port: number;
  request(i: number): string;
  /** Milliseconds that the median must stay below. */
  below?: number;
}

export async function timedReads(
  bench: Bench,
  { section, what, port, request, below }: Reads,
): Promise<Finding> {
  bench.onStep(what);
  const connection = await open(port);
  const times: number[] = [];
  const end = performance.now() + bench.rounds * bench.seconds * 1_000;
  for (let i = 0; performance.now() < end; i++) {
    const start = performance.now();
    const answer = await connection.exchange(request(i));
    if (answer.status !== 200) throw unexpected(answer);
    times.push(performance.now() - start);
  }
  connection.close();
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  if (below === undefined) return msFinding(section, what, p50, { p95 });
  const facts = `p95 ${p95.toFixed(1)} ms`;
  const values = { ms: p50, p95 };
  return boundFinding({ section, what, value: p50, below, unit: 'ms', values, facts });
}

export function msFinding(
  section: string,
  what: string,
  ms: number,
  more: Record<string, number>,
): Finding {
  const facts = Object.entries(more).map(([name, value]) => `${name} ${value.toFixed(1)} ms`);
  return {
    ...{ section, what, figure: `${ms.toFixed(1)} ms` },
    ...{ values: { ms, ...more }, facts: facts.join(', ') },
  };
}
