/** Where windows of a minute are counted for all processes. */

export interface Addition {
  key: string;
  amount: number;
}

/** How much of a window is taken, by all processes. */
export interface Counted {
  total: number;
  endsInMs: number;
}

export interface RateStore {
  /** Adds to the windows of these keys, each of which is named once. A window begins with what is first added to it. */
  add(additions: Addition[]): Promise<Counted[]>;
  /** Resolves when it answers. */
  ping(): Promise<void>;
  /** Called when the connection is lost, if that can be noticed without asking. */
  onLost?(handler: () => void): void;
  close(): Promise<void>;
}

export const WINDOW_SECONDS = 60;
export const WINDOW_MS = WINDOW_SECONDS * 1_000;
