/**
 * Runs work whose duration depends on external data, and ends it when its time is over. Nothing else runs in this
 * process meanwhile, so the time is short.
 */
import { createContext, Script } from 'node:vm';

/** Node can end only what runs as a script. The script calls the current value of `work`. */
const context: { work?: () => unknown } = createContext({});
const script = new Script('work()');
/** On an overloaded machine, a process may stand still for longer than the time of the work. */
const TRIES = 3;

/**
 * What the work returns or throws; `undefined` if it was ended. It must not wait for anything, and may be started again
 * if other processes had the processor for most of its time. The overhead is about 0.1 ms.
 */
export function withinTime<T extends object>(milliseconds: number, work: () => T): T | undefined {
  for (let tries = 1; ; tries++) {
    const begun = process.threadCpuUsage();
    const result = tryWithin(milliseconds, work);
    if (result !== undefined || tries === TRIES) return result;
    const { user, system } = process.threadCpuUsage(begun);
    if ((user + system) / 1_000 > milliseconds / 2) return undefined;
  }
}

function tryWithin<T extends object>(milliseconds: number, work: () => T): T | undefined {
  context.work = work;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    delete context.work;
  }
}
