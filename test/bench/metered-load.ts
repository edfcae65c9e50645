/** A load on a server, and its cost to the server's process: a figure that a busy machine changes little. */
import { type Load, runLoad } from './http-client.ts';
import { createMeter } from './meter.ts';
import type { Subject } from './subject.ts';

interface MeteredLoad {
  /** Answers per second. */
  run(seconds: number): Promise<number>;
  /** Processor time of the server's process per request, in microseconds. */
  cost(): number;
}

export function meteredLoad(
  { port, subject }: { port: number; subject: Pick<Subject<object>, 'cpuSeconds'> },
  load: Omit<Load, 'port' | 'seconds'>,
): MeteredLoad {
  const cpu = createMeter(
    () => subject.cpuSeconds(),
    (start, end) => end - start,
  );
  let requests = 0;
  return {
    async run(seconds) {
      const rate = await cpu.during(() => runLoad({ ...load, port, seconds }));
      requests += rate * seconds;
      return rate;
    },
    cost: () => (cpu.spent() / requests) * 1e6,
  };
}

/** The costs of two loads, for the facts of a finding. */
export function costsOf(measured: MeteredLoad, floor: MeteredLoad): string {
  return `; the server's process spends ${measured.cost().toFixed(0)} µs beside ${floor.cost().toFixed(0)} µs a request`;
}
