/** Requests over HTTP: beside the same route without a database, and the validator beside bare Express. */
import { randomBytes } from 'node:crypto';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import type { Section } from './bench.ts';
import type { ExpressCommands, ExpressOptions } from './express-subject.ts';
import type { FloorCommands, FloorOptions } from './floor-subject.ts';
import { type Load, open, runLoad, unexpected } from './http-client.ts';
import { ratioFinding } from './report.ts';
import { createRequest, creates, getRequest, plainRequest } from './requests.ts';
import { compare } from './rounds.ts';
import { openService } from './service.ts';
import { type Subject, startSubject } from './subject.ts';

export const create: Section = async (bench) => {
  await using service = await openService(bench, { worker: false });
  const { tenant } = service;
  const run = await createOne(service);
  await using floor = await openFloor({ ...tenant, run });
  const load = { connections: bench.inFlight, status: 202, request: creates(tenant.key) };
  const [below, above] = [metered(floor, load), metered(service, load)];
  const comparison = await compare(
    {
      floor: below.run,
      measured: above.run,
      between: () => service.database.forgetRuns(),
    },
    bench,
  );
  const what = `durable create over HTTP beside the same route without a database, ${bench.inFlight} connections`;
  return [
    ratioFinding({ section: 'create', what, atLeast: 0.65 }, comparison, costs(above, below)),
  ];
};

export const get: Section = async (bench) => {
  await using service = await openService(bench, { worker: true });
  const { tenant } = service;
  bench.onStep(`making ${RUNS_TO_GET} runs`);
  const runs = await createMany(service, RUNS_TO_GET);
  await using floor = await openFloor({ ...tenant, run: runs[0]! });
  const request = (n: number) => getRequest(tenant.key, runs[n % runs.length]!.id);
  const load = { connections: bench.inFlight, status: 200, request };
  const [below, above] = [metered(floor, load), metered(service, load)];
  const comparison = await compare(
    {
      floor: below.run,
      measured: above.run,
    },
    bench,
  );
  const what = `GET of completed runs beside the same route without a database, ${bench.inFlight} connections`;
  return [ratioFinding({ section: 'get', what, atLeast: 0.65 }, comparison, costs(above, below))];
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
  return [ratioFinding({ section: 'validator', what }, comparison)];
};

const RUNS_TO_GET = 1_000;

type Service = Awaited<ReturnType<typeof openService>>;

interface Metered {
  run(seconds: number): Promise<number>;
  /** Processor time of the server's process per request, in microseconds. */
  cost(): number;
}

/** A load on a server, and what it costs its process: a figure that a busy machine changes little. */
function metered(
  { port, subject }: { port: number; subject: Pick<Subject<object>, 'cpuSeconds'> },
  load: Omit<Load, 'port' | 'seconds'>,
): Metered {
  let requests = 0;
  let cpuSeconds = 0;
  return {
    async run(seconds) {
      const before = await subject.cpuSeconds();
      const rate = await runLoad({ ...load, port, seconds });
      cpuSeconds += (await subject.cpuSeconds()) - before;
      requests += rate * seconds;
      return rate;
    },
    cost: () => (cpuSeconds / requests) * 1e6,
  };
}

function costs(measured: Metered, floor: Metered): string {
  return `; the server's process spends ${measured.cost().toFixed(0)} µs beside ${floor.cost().toFixed(0)} µs a request`;
}

async function openFloor(options: FloorOptions) {
  const subject = await startSubject<FloorCommands>('floor-subject.ts', options);
  const port = await subject.call('port');
  return { subject, port, [Symbol.asyncDispose]: () => subject.stop() };
}

async function createOne({ port, tenant }: Service): Promise<ModelRun> {
  const connection = await open(port);
  const answer = await connection.exchange(createRequest(tenant.key, 'first'));
  connection.close();
  if (answer.status !== 202) throw unexpected(answer);
  return JSON.parse(answer.body) as ModelRun;
}

/** Completed runs. */
async function createMany({ port, tenant }: Service, count: number): Promise<ModelRun[]> {
  const runs: ModelRun[] = [];
  const drive = async () => {
    const connection = await open(port);
    while (runs.length < count) {
      const requestKey = randomBytes(8).toString('hex');
      const request = createRequest(tenant.key, requestKey, 'Prefer: wait=10\r\n');
      const answer = await connection.exchange(request);
      if (answer.status !== 200) throw unexpected(answer);
      runs.push(JSON.parse(answer.body) as ModelRun);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: 16 }, drive));
  return runs;
}
