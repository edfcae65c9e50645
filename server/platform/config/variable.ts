import type { z } from 'zod';

export interface Variable {
  schema: z.ZodType;
  /** What the variable does, for the table that people read. */
  about: string;
  secret?: boolean;
}
