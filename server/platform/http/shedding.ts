/**
 * Refuses requests while the process runs short of a resource, before any work on them: first requests that create
 * work, then reads, and never those that end work, revoke a key, or ask for the health of the process. So requests that
 * could not be served anyway do not slow down the others.
 */
import { Problem } from '../lib/problem.ts';
import type { Meter } from '../telemetry/meter.ts';
import type { Pressure, Shortage } from '../telemetry/pressure.ts';
import type { Operation } from './operations.ts';

/** Not a fault to investigate each time: it is counted, and the log says when it begins and ends. */
export class Shed extends Problem {
  constructor() {
    super('overloaded', 'The process has more to do than it can. Nothing was done.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** Throws if the operation has to be refused now. */
export type Shedding = (operation: Operation) => void;

const RETRY_AFTER_SECONDS = 2;
/** Reads continue until the shortage is this large. Memory runs out much sooner. */
const READS: Record<Shortage, number> = { event_loop: 3, pool: 1.8, memory: 1.05 };
const NEVER = /\/(cancel|revocation)$/;

export function createShedding(pressure: Pressure, meter: Meter | undefined): Shedding {
  return (operation) => {
    const shortage = pressure.shortage();
    if (!shortage || shortage.factor < boundOf(operation, shortage.of)) return;
    meter?.shed(shortage.of);
    throw new Shed();
  };
}

function boundOf({ method, path, scopes, role }: Operation, of: Shortage): number {
  const isOpen =
    scopes === undefined && (role === undefined || (role === 'none' && method === 'get'));
  if (isOpen || NEVER.test(path)) return Number.POSITIVE_INFINITY;
  return method === 'get' ? READS[of] : 1;
}
