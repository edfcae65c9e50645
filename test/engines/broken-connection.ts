/** An engine behind a connection that breaks at each request of a start, before it and after it. */
import { expect, it } from 'vitest';
import type { ComputeEngine } from '../../server/compute-jobs/engines/engine.ts';
import type { DyingProxy } from '../support/dying-proxy.ts';
import { endingOf, NEVER, orderOf, type Subject, textOf } from './expectations.ts';

interface Broken {
  subject: Subject;
  proxy(): DyingProxy;
  /** The same engine, through the connection that breaks. */
  far(): ComputeEngine;
  /** A job that prints `begun` as a line. */
  source: string;
}

export function itStartsOnceOverBrokenConnections({ subject, proxy, far, source }: Broken): void {
  const own = () =>
    orderOf(subject, { source, files: [{ path: 'a', content: Buffer.from('a file') }] });

  it('starts a job once whichever request of its start breaks, and by the repeat at the latest', async () => {
    let whole = own();
    // Makes the requests beforehand that a process makes only once.
    for (const order of [own(), whole]) {
      whole = order;
      proxy().arm(0, 'before');
      expect(await far().start(order, NEVER)).toEqual({ kind: 'started' });
      await endingOf(subject.engine(), order.jobId);
      await subject.engine().remove(order.jobId);
    }
    const requests = [...proxy().passed];
    const table: Record<string, object> = {};
    for (const [i, name] of requests.entries()) {
      for (const when of ['before', 'after'] as const) {
        const order = own();
        proxy().arm(i + 1, when);
        const { kind } = await far().start(order, NEVER);
        const again = await subject.engine().start(order, NEVER);
        const label = `${when} ${i + 1} ${name.replaceAll(whole.jobId, '…')}`;
        expect(again, label).toEqual({ kind: 'started' });
        await endingOf(subject.engine(), order.jobId);
        const text = await textOf(subject.engine(), order.jobId);
        table[label] = { outcome: kind, starts: text.split('\n').filter(Boolean).length };
        expect(text, label).toBe('begun\n');
        await subject.engine().remove(order.jobId);
      }
    }
    console.table(table);
  }, 300_000);
}
