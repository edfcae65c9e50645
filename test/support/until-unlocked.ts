import { isLockTimeout } from '../../server/db/errors.ts';

/** Others may hold a lock for longer than the functions wait for one: then nothing was done, and it is repeated. */
export async function untilUnlocked<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
}
