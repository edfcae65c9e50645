/** Repeats work that the database could not do now: only this file determines the pause before a repeat. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost } from '../platform/db/errors.ts';
import { backOff } from './outcomes.ts';

const WHILE_AWAY_MS = 250;

export interface RepeatOptions {
  /** Whether a failure may be temporary; any other is thrown. */
  mayPass: (error: unknown) => boolean;
  onFailure: (error: unknown) => void;
}

export async function repeat<T>(
  work: () => Promise<T>,
  { mayPass, onFailure }: RepeatOptions,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      onFailure(error);
      await sleep(isConnectionLost(error) ? WHILE_AWAY_MS : backOff(tries));
    }
  }
}
