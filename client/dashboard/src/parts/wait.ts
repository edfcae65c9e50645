/** How long the server asks to wait before a form is sent again, counted down. */
import { createContext, useEffect, useReducer } from 'react';
import { retryAtOf } from '../api/index.ts';
import { plural } from '../format/index.ts';

/** Whether the form around a button waits: its submit buttons come back afterwards. */
export const WaitContext = createContext(false);

/** 0 if there is nothing to wait for. */
export function useSecondsLeft(error: unknown): number {
  const retryAt = retryAtOf(error) ?? 0;
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (retryAt === 0) return;
    const timer = setInterval(() => {
      if (Date.now() >= retryAt) clearInterval(timer);
      draw();
    }, 500);
    return () => clearInterval(timer);
  }, [retryAt]);
  return Math.max(0, Math.ceil((retryAt - Date.now()) / 1_000));
}

export function wordsOfWait(seconds: number): string {
  return seconds < 90 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute');
}
