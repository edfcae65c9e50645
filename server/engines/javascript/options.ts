/** What an operator says of the environments of this engine: nothing, but for what holds for those of all engines. */
import { z } from 'zod';

export const javascriptOptions = z.strictObject({});

/** QuickJS has one thread. */
export const MOST_CPU_MILLIS = 1_000;
/** WebAssembly addresses no more, and QuickJS is not asked for it. */
export const MOST_MEMORY_MB = 2_048;
