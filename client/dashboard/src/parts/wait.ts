/** How long the server asks to wait before a form is sent again, counted down. */
import { createContext, useEffect, useReducer } from 'react';
import { retryAtOf } from '../api/index.ts';
import { plural } from '../format/index.ts';

/** The form around a submit button. */
export const FormContext = createContext({
  /** Whether the server asks to wait. The buttons work again afterwards. */
  isWaiting: false,
  isPending: false,
  /** True for a while after success. */
  isDone: false,
});

/** Returns the seconds to wait; 0 if there is no need to wait. */
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
