/** A collector is down, or accepts everything and never answers: the service loses no time, no memory and no line. */
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../server/platform/telemetry/log.ts';
import type { Meter } from '../../server/platform/telemetry/meter.ts';
import {
  openTracing,
  type TracingOptions,
} from '../../server/platform/telemetry/open-telemetry.ts';
import { type Collector, startCollector } from '../support/collector.ts';
import { freePort } from '../support/free-port.ts';

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.close());

function tracing(endpoint: string, more: Partial<TracingOptions> = {}) {
  const lines: string[] = [];
  const counted: Record<string, number> = {};
  const meter = {
    traced(outcome: string, spans: number) {
      counted[outcome] = (counted[outcome] ?? 0) + spans;
    },
  } as unknown as Meter;
  const log = createLog({ level: 'trace', to: { write: (line: string) => void lines.push(line) } });
  const opened = openTracing({
    ...{ endpoint, headers: { authorization: 'Bearer collector-secret' }, serviceName: 'test' },
    ...{ resourceAttributes: {}, sampler: { name: 'parentbased_always_on', ratio: 1 } },
    ...{ capturesContent: false, log, meter },
    ...more,
  });
  return { ...opened, lines, counted };
}

const SPANS = 20_000;

describe('a collector that takes all and answers nothing', () => {
  it('costs a bounded queue, counts what is dropped, and does not delay the end of the process', async () => {
    collector.behave('hang');
    const { begin, close, counted, lines } = tracing(collector.url);
    for (let i = 0; i < SPANS; i += 1) begin('work', { attributes: { i } }).end();
    expect(counted.dropped).toBeGreaterThanOrEqual(SPANS - 5_000);
    expect(lines).toEqual([]);
    expect(await close()).toBe(false);
    collector.behave('take');
  });
});

describe('a collector that is not there', () => {
  it('is one line of the log, however long it is away, and another when it is back', async () => {
    const port = await freePort();
    const { begin, close, counted, lines } = tracing(`http://127.0.0.1:${port}`);
    begin('lost').end();
    await expect.poll(() => counted.not_taken).toBe(1);
    begin('lost as well').end();
    await expect.poll(() => counted.not_taken).toBe(2);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the collector does not take service spans');
    expect(lines[0]).not.toContain('collector-secret');
    await close();
  });
});

describe('a port without an answer', () => {
  it('gets no more than one connection at a time', async () => {
    let open = 0;
    const server = createServer((socket) => {
      open += 1;
      socket.on('error', () => {}).on('close', () => (open -= 1));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { begin, close } = tracing(`http://127.0.0.1:${port}`);
    for (let i = 0; i < 3_000; i += 1) begin('work').end();
    await expect.poll(() => open).toBe(1);
    const most = open;
    for (let i = 0; i < 3_000; i += 1) begin('work').end();
    expect([most, open]).toEqual([1, 1]);
    await close();
    server.close();
  });
});

describe('a sampler', () => {
  it.each([
    ['always_off', 1, undefined, false],
    ['traceidratio', 0, undefined, false],
    ['parentbased_traceidratio', 0, '01', true],
    ['parentbased_always_on', 1, '00', false],
    ['always_on', 1, '00', true],
  ] as const)(
    '%s with the ratio %d and the flags %s of a caller: %s',
    async (name, ratio, flags, isRecorded) => {
      const { begin, close } = tracing(collector.url, { sampler: { name, ratio } });
      const parent = flags && `00-${'d'.repeat(32)}-${'e'.repeat(16)}-${flags}`;
      const span = begin('work', { parent });
      expect(span.isRecorded).toBe(isRecorded);
      expect(span.traceparent).toMatch(isRecorded ? /-01$/ : /-00$/);
      if (parent) expect(span.traceparent).toContain('d'.repeat(32));
      span.end();
      await close();
    },
  );
});
