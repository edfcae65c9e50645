/**
 * Runs work whose duration depends on external data, and ends it when its time is over. Nothing else runs in this
 * process meanwhile, so the time is short. Only the processor time of this thread says what the data costs: on a busy
 * machine, a clock on the wall would end ordinary work.
 */
import { createContext, Script } from 'node:vm';

/** Node can end only what runs as a script. The script calls the current value of `work`. */
const context: { work?: () => unknown } = createContext({});
const script = new Script('work()');

/**
 * What the work returns or throws; `undefined` if it was ended. Work that needs less than half of the time is never
 * ended. It must not wait for anything, and is started again if other processes had the processor for most of its time.
 * The overhead is about 0.1 ms.
 */
export function withinTime<T extends object>(milliseconds: number, work: () => T): T | undefined {
  // Node ends a script by the clock on the wall, so each further try may take longer.
  for (let timeout = milliseconds; ; timeout *= 2) {
    const begun = threadMs();
    const result = tryWithin(timeout, work);
    if (result !== undefined || threadMs() - begun > milliseconds / 2) return result;
  }
}

/** The processor time that this thread has used. Reading it takes some microseconds. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
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
