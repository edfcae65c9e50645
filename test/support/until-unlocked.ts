import { isLockTimeout } from '../../server/platform/db/errors.ts';

/** Repeats a call that did nothing because another transaction held a lock for longer than the functions wait. */
export async function untilUnlocked<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
}
