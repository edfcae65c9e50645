/**
 * The operator's port, separate from the API's: whether the process is alive, whether it should get requests, and its
 * metrics. It opens before the database and closes after everything else. server/deploy/MONITORING.md has the table of
 * its paths. It requires no credential, and shows nothing about customers. The developer API says readiness as well: if no
 * process may claim runs, a process says so and stays ready, because reads still work.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DATABASE_AWAY, NOT_FOUND, Problem } from '../lib/problem.ts';
import { problemDocument, problemHeaders, problemOf } from './problems.ts';
import { createHttpServer, exchangeOf } from './server.ts';

interface Ready {
  status: 'ready';
  claims?: 'refused';
}

/** Rejects with the problem that says why not. */
type Readiness = () => Promise<Ready>;

export interface ReadinessOptions {
  /** Resolves when the database answers, or rejects with a problem that says why not. One check at a time. */
  health: () => Promise<void>;
  /** Whether no process may claim runs, because the database is not the one that the deployment knows. */
  refusesClaims?: (() => boolean) | undefined;
  /** Fires when the process is about to stop. */
  leaving: AbortSignal;
}

const HEALTH_TIMEOUT_MS = 1_000;

export function createReadiness({ health, refusesClaims, leaving }: ReadinessOptions): Readiness {
  let underWay: Promise<void> | undefined;

  function check(): Promise<void> {
    underWay ??= health().finally(() => {
      underWay = undefined;
    });
    return withinTimeout(underWay);
  }

  return async () => {
    if (leaving.aborted) {
      throw new Problem('shutting_down', 'This process is about to stop.', {
        retryAfterSeconds: 1,
      });
    }
    try {
      await check();
    } catch (cause) {
      if (cause instanceof Problem) throw cause;
      throw new Problem('overloaded', DATABASE_AWAY, { retryAfterSeconds: 1, cause });
    }
    return { status: 'ready', ...(refusesClaims?.() && { claims: 'refused' as const }) };
  };
}

async function withinTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), HEALTH_TIMEOUT_MS);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

interface ProbesOptions {
  host: string;
  /** 0 selects any free port. */
  port: number;
  /** Without a trailing slash: the prefix of the names of problems. */
  publicUrl: string;
}

export interface Probes {
  /** Their address on this machine. */
  url: string;
  /** Ready from now on, as long as the database answers. `metrics` returns the text for Prometheus. */
  serve(
    health: () => Promise<void>,
    metrics: () => Promise<string>,
    refusesClaims?: () => boolean,
  ): void;
  /** Not ready from now on; the process is still alive. */
  leave(): void;
  close(): Promise<void>;
}

interface ProbeAnswer {
  type: string;
  text: string;
}

const NAMED = { port: 'PROBE_PORT', host: 'PROBE_HOST' };
const CLOSE_WITHIN_MS = 500;

export async function openProbes({ host, port, publicUrl }: ProbesOptions): Promise<Probes> {
  const leaving = new AbortController();
  let ready: Readiness = async () => {
    throw starting();
  };
  let metrics = async (): Promise<string> => {
    throw starting();
  };
  const paths: Record<string, () => Promise<ProbeAnswer>> = {
    '/livez': async () => json({ status: 'ok' }),
    '/readyz': async () => {
      return json(await ready());
    },
    '/metrics': async () => ({ type: METRICS, text: await metrics() }),
  };

  async function answer({ method = '', url = '' }: IncomingMessage): Promise<ProbeAnswer> {
    const [path = ''] = url.split('?', 1);
    const give = Object.hasOwn(paths, path) ? paths[path] : undefined;
    if (!give) throw new Problem('not_found', NOT_FOUND);
    if (!ALLOWED.includes(method)) {
      const detail = 'This path has no such method; Allow names those that it has.';
      throw new Problem('method_not_allowed', detail, { headers: { Allow: ALLOWED.join(', ') } });
    }
    return give();
  }

  const server = createHttpServer({
    handle: (req, res) => {
      answer(req).then(
        (given) => write(req, res, 200, { 'Cache-Control': 'no-store' }, given),
        (error: unknown) => refuse(req, res, problemOf(error), publicUrl),
      );
    },
    publicUrl: () => publicUrl,
    named: NAMED,
  });
  const taken = await server.listen(host, port);
  return {
    url: `http://localhost:${taken}`,
    serve(health, given, refusesClaims) {
      metrics = given;
      ready = createReadiness({ health, refusesClaims, leaving: leaving.signal });
    },
    leave: () => leaving.abort(),
    close: () => server.close(CLOSE_WITHIN_MS),
  };
}

const ALLOWED = ['GET', 'HEAD'];
const METRICS = 'text/plain; version=0.0.4; charset=utf-8';

function starting(): Problem {
  return new Problem('overloaded', 'This process is starting.', { retryAfterSeconds: 1 });
}

function json(body: object): ProbeAnswer {
  return { type: 'application/json', text: JSON.stringify(body) };
}

function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  problem: Problem,
  publicUrl: string,
): void {
  const text = JSON.stringify(problemDocument(problem, exchangeOf(res).requestId, publicUrl));
  const { 'Content-Type': type = '', ...headers } = problemHeaders(problem);
  write(req, res, problem.status, headers, { type, text });
}

function write(
  { method }: IncomingMessage,
  res: ServerResponse,
  statusCode: number,
  headers: Record<string, string>,
  { type, text }: ProbeAnswer,
): void {
  res.writeHead(statusCode, {
    'X-Request-Id': exchangeOf(res).requestId,
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  res.end(method === 'HEAD' ? undefined : text);
}
