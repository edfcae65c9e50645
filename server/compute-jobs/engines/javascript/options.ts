/** The operator's options for the environments of this engine: only those of all engines. */
import { z } from 'zod';

export const javascriptOptions = z.strictObject({});

/** QuickJS has one thread. */
export const MOST_CPU_MILLIS = 1_000;
/** WebAssembly addresses no more, and QuickJS gets no more. */
export const MOST_MEMORY_MB = 2_048;

/** What the service passes to the keepers of its jobs. */
export interface JavascriptSettings {
  /** Whether cgroups limit the code where they can. */
  groups: boolean;
}
