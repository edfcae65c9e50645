/**
 * How every resource answers with a run over HTTP: the headers that say where the run is, how old this view of it is
 * and when to ask again, and the wait that a caller requested. Each resource determines what its runs look like.
 */
import { isTerminal, type Run, type Runs, type RunTypes } from '../runs/index.ts';

/** The pause that a pending run suggests if nothing is known to happen later. */
const POLL_SECONDS = 1;
const MAX_POLL_SECONDS = 60;

/** What a request says about waiting. */
export interface Waiting {
  principal: { workspace: string };
  waitSeconds: number | undefined;
  signal: AbortSignal;
  closing: AbortSignal;
}

/** The answer to a create: 200 if the run has ended, else 202. */
export async function answerCreated<T extends RunTypes, Body>(
  runs: Runs<T>,
  created: { run: Run<T['Facts']>; replayed: boolean },
  waiting: Waiting & { forgetBody: () => void },
  { path, present, presentRead = present }: CreatedView<T, Body>,
) {
  waiting.forgetBody();
  // The run is saved: if the wait for its end fails, the caller still gets its id.
  const run = await settled(runs, created.run, waiting).catch(() => created.run);
  const location = `${path}/${run.id}`;
  const headers = {
    ...headersOf(run, waiting),
    Location: location,
    'Content-Location': location,
    ...(created.replayed && { 'Idempotent-Replayed': 'true' }),
  };
  const body = created.replayed ? presentRead(run) : present(run);
  return isTerminal(run.state)
    ? { status: 200 as const, headers, body }
    : { status: 202 as const, headers: { ...headers, ...retryAfter(run) }, body };
}

interface CreatedView<T extends RunTypes, Body> {
  path: string;
  present: (run: Run<T['Facts']>) => Body;
  /** For a repeat, which reads the run as a GET does. */
  presentRead?: (run: Run<T['Facts']>) => Body;
}

/** The answer to a cancel of an existing run. */
export async function answerCancelled<T extends RunTypes, Body>(
  runs: Runs<T>,
  found: Run<T['Facts']>,
  waiting: Waiting,
  { path, present }: { path: string; present: (run: Run<T['Facts']>) => Body },
) {
  const run = await settled(runs, found, waiting).catch(() => found);
  const location = `${path}/${run.id}`;
  const headers = {
    ...headersOf(run, waiting),
    Location: location,
    'Content-Location': location,
    ...(!isTerminal(run.state) && retryAfter(run)),
  };
  return { status: 202 as const, headers, body: present(run) };
}

/** The answer to a read of an existing run: 304 if the caller has this version of it. */
export async function answerRead<T extends RunTypes, Body>(
  runs: Runs<T>,
  found: Run<T['Facts']>,
  input: Waiting & { ifNoneMatch?: ((etag: string) => boolean) | undefined },
  present: (run: Run<T['Facts']>) => Body,
) {
  const { ifNoneMatch } = input;
  const run = ifNoneMatch
    ? await changed(runs, found, input, ifNoneMatch)
    : await settled(runs, found, input);
  const headers = { ...headersOf(run, input), ...(!isTerminal(run.state) && retryAfter(run)) };
  return ifNoneMatch?.(etagOf(run))
    ? { status: 304 as const, headers }
    : { status: 200 as const, headers, body: present(run) };
}

/** The run once it is terminal, or as it is when the caller's wait ends. */
function settled<T extends RunTypes>(runs: Runs<T>, run: Run<T['Facts']>, waiting: Waiting) {
  return waitUntil(runs, run, ({ state }) => isTerminal(state), waiting);
}

/** The run once it has another version than the caller's, or as it is when the caller's wait ends. */
function changed<T extends RunTypes>(
  runs: Runs<T>,
  run: Run<T['Facts']>,
  waiting: Waiting,
  has: (etag: string) => boolean,
) {
  return waitUntil(runs, run, (now) => isTerminal(now.state) || !has(etagOf(now)), waiting);
}

async function waitUntil<T extends RunTypes>(
  runs: Runs<T>,
  run: Run<T['Facts']>,
  until: (run: Run<T['Facts']>) => boolean,
  { principal, waitSeconds, signal, closing }: Waiting,
): Promise<Run<T['Facts']>> {
  if (!waitSeconds || until(run)) return run;
  return runs.wait(principal.workspace, run, until, waitSeconds * 1_000, [signal, closing]);
}

function headersOf(run: Run, { waitSeconds }: Waiting) {
  return {
    ETag: etagOf(run),
    ...(waitSeconds !== undefined && { 'Preference-Applied': `wait=${waitSeconds}` }),
  };
}

/** After a purge, the same version has another representation. */
function etagOf({ version, contentPurgedAt }: Run): string {
  return contentPurgedAt ? `W/"${version}-purged"` : `W/"${version}"`;
}

function retryAfter({ reconciliation, queue }: Run) {
  const next = (reconciliation?.nextCheckAt ?? queue?.nextAttemptAt)?.getTime();
  const seconds = next === undefined ? POLL_SECONDS : Math.ceil((next - Date.now()) / 1_000);
  return { 'Retry-After': String(Math.min(Math.max(seconds, POLL_SECONDS), MAX_POLL_SECONDS)) };
}
