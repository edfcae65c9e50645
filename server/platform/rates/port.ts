/** Counts windows of a minute for all processes. */

export interface Addition {
  key: string;
  amount: number;
}

/** How much of a window all processes have taken. */
export interface Counted {
  total: number;
  endsInMs: number;
}

export interface RateStore {
  /** Adds to the windows of these keys; each key occurs once. A window begins with its first addition. */
  add(additions: Addition[]): Promise<Counted[]>;
  /** Resolves when the store answers. */
  ping(): Promise<void>;
  /** Calls the handler when the connection is lost, if the store can notice that without asking. */
  onLost?(handler: () => void): void;
  close(): Promise<void>;
}

export const WINDOW_SECONDS = 60;
export const WINDOW_MS = WINDOW_SECONDS * 1_000;
