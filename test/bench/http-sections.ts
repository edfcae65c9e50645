/**
 * Requests over HTTP, compared with the same route without a database, and the validator compared with bare Express.
 */
import type { Bench, Section } from './bench.ts';
import type { ExpressCommands, ExpressOptions } from './express-subject.ts';
import type { FloorCommands, FloorOptions } from './floor-subject.ts';
import { headerOf, type Load, open, runLoad, unexpected } from './http-client.ts';
import { createMany, createOne, type MadeRun } from './made-runs.ts';
import { costsOf, meteredLoad } from './metered-load.ts';
import { type Finding, ratioFinding } from './report.ts';
import { createRequest, creates, getRequest, plainRequest } from './requests.ts';
import { compare } from './rounds.ts';
import { openService, type Service } from './service.ts';
import { startSubject } from './subject.ts';

export const create: Section = async (bench) => {
  await using service = await openService(bench, { worker: false });
  await using floor = await openFloor(service, await createOne(service));
  const load = { status: 202, request: creates(service.tenant.key) };
  const title = { section: 'create', atLeast: 0.85 };
  const what = 'durable create over HTTP beside the same route without a database';
  const between = () => service.database.forgetRuns();
  return [await besideFloor(bench, { ...title, what }, { floor, service, load, between })];
};

export const get: Section = async (bench) => {
  await using service = await openService(bench, { worker: true });
  const { key } = service.tenant;
  bench.onStep(`making ${RUNS_TO_READ} runs`);
  const runs = await createMany(service, RUNS_TO_READ);
  await using floor = await openFloor(service, runs[0]!);
  const read = (n: number) => getRequest(key, ofRun(runs, n).run.id);
  const reread = (etagOf: (made: MadeRun) => string) => (n: number) => {
    const made = ofRun(runs, n);
    return getRequest(key, made.run.id, `If-None-Match: ${etagOf(made)}\r\n`);
  };
  const whole = { status: 200, request: read };
  const unchanged = { status: 304, request: reread(({ etag }) => etag) };
  const unchangedFloor = { status: 304, request: reread(() => runs[0]!.etag) };
  return [
    await besideFloor(
      bench,
      { section: 'get', what: `${GET} beside the same route without a database`, atLeast: 0.85 },
      { floor, service, load: whole },
    ),
    await besideFloor(
      bench,
      {
        ...{ section: 'get', atLeast: 0.92 },
        what: `${GET} that have not changed (304) beside the same route without a database`,
      },
      { floor, service, load: unchanged, floorLoad: unchangedFloor },
    ),
  ];
};

export const replay: Section = async (bench) => {
  await using service = await openService(bench, { worker: true });
  const { key } = service.tenant;
  bench.onStep(`making ${RUNS_TO_READ} runs`);
  const runs = await createMany(service, RUNS_TO_READ);
  const again = (n: number) => createRequest(key, ofRun(runs, n).requestKey);
  await assertReplayed(service, again(0));
  const read = (n: number) => getRequest(key, ofRun(runs, n).run.id);
  return [
    await besideFloor(
      bench,
      { section: 'replay', what: `repeated creates beside ${GET}`, atLeast: 0.8 },
      {
        ...{ floor: service, service },
        load: { status: 200, request: again },
        floorLoad: { status: 200, request: read },
      },
    ),
  ];
};

export const validator: Section = async (bench) => {
  await using stack = new AsyncDisposableStack();
  const start = async (validated: boolean) => {
    const options: ExpressOptions = { validated, answer: { id: 'run', state: 'reserved' } };
    const subject = await startSubject<ExpressCommands>('express-subject.ts', options);
    stack.defer(() => subject.stop());
    return subject.call('port');
  };
  const [bare, validated] = [await start(false), await start(true)];
  const request = (n: number) => plainRequest(String(n));
  const load = { connections: bench.inFlight, status: 202, request };
  const comparison = await compare(
    {
      floor: (seconds) => runLoad({ ...load, seconds, port: bare }),
      measured: (seconds) => runLoad({ ...load, seconds, port: validated }),
    },
    bench,
  );
  const what = `a validated Express route beside a bare one, ${bench.inFlight} connections`;
  return [ratioFinding({ section: 'validator', what, atLeast: 0.8 }, comparison)];
};

const RUNS_TO_READ = 1_000;
const GET = 'GET of completed runs';

function ofRun(runs: MadeRun[], n: number): MadeRun {
  return runs[n % runs.length]!;
}

type Requests = Pick<Load, 'request' | 'status'>;
type Server = Pick<Service, 'port'> & { subject: { cpuSeconds(): Promise<number> } };

/** `floorLoad` is omitted if the floor gets the same requests. */
async function besideFloor(
  bench: Bench,
  title: { section: string; what: string; atLeast: number },
  sides: {
    floor: Server;
    service: Server;
    load: Requests;
    floorLoad?: Requests;
    between?: () => Promise<void>;
  },
): Promise<Finding> {
  const { floor, service, load, floorLoad = load, between = async () => {} } = sides;
  const connections = bench.inFlight;
  const below = meteredLoad(floor, { connections, ...floorLoad });
  const above = meteredLoad(service, { connections, ...load });
  const comparison = await compare({ floor: below.run, measured: above.run, between }, bench);
  const what = `${title.what}, ${connections} connections`;
  return ratioFinding({ ...title, what }, comparison, costsOf(above, below));
}

/** The floor answers as the service did for this run. */
async function openFloor({ tenant }: Service, { run, etag }: MadeRun) {
  const options: FloorOptions = { ...tenant, run, etag };
  const subject = await startSubject<FloorCommands>('floor-subject.ts', options);
  const port = await subject.call('port');
  return { subject, port, [Symbol.asyncDispose]: () => subject.stop() };
}

async function assertReplayed({ port }: Service, request: string): Promise<void> {
  const connection = await open(port);
  const answer = await connection.exchange(request);
  connection.close();
  if (headerOf(answer, 'Idempotent-Replayed') !== 'true') throw unexpected(answer);
}
