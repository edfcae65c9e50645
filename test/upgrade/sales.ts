/** An open load of creates that are never repeated: this many a second, however long they take. */
import { type Client, request } from '../support/process.ts';

interface Sales {
  /** Stops new creates; resolves when all have answers. */
  stop(): Promise<Sold>;
}

interface Sold {
  ids: string[];
  /** Answers without a run, and errors of the connection, by kind. */
  lost: Record<string, number>;
  p50: number;
  p99: number;
  most: number;
}

export function startSales(client: Client, name: string, perSecond: number): Sales {
  const ids: string[] = [];
  const lost: Record<string, number> = {};
  const took: number[] = [];
  const selling = new Set<Promise<void>>();
  let requestCount = 0;

  async function sell(i: number): Promise<void> {
    const began = performance.now();
    const outcome = await client
      .create(`${name}-${i}`, request('sandbox/echo', `Number ${i}`))
      .then(({ status, run }) => (status === 202 || status === 200 ? run : String(status)))
      .catch((error: Error) => String(error.cause ?? error));
    took.push(performance.now() - began);
    if (typeof outcome === 'object') ids.push(outcome.id);
    else lost[outcome] = (lost[outcome] ?? 0) + 1;
  }

  const timer = setInterval(() => {
    const sale = sell(requestCount++).finally(() => selling.delete(sale));
    selling.add(sale);
  }, 1_000 / perSecond);

  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(selling);
      took.sort((a, b) => a - b);
      const at = (part: number) => Math.round(took[Math.floor(part * (took.length - 1))] ?? 0);
      return { ids, lost, p50: at(0.5), p99: at(0.99), most: at(1) };
    },
  };
}
