/** What may be saved by other ways than the API: the bounds are those of its contract. */
import { z } from 'zod';
import { Problem } from '../platform/lib/problem.ts';
import type { NewVersion } from './prompt.ts';
import { PROMPT_NAME } from './template.ts';

export const LABEL = /^[a-z][a-z0-9_.-]{0,63}$/;

/** Of one save. */
export const MOST_LABELS = 16;

const MOST_CHARACTERS = 200_000;
const text = z
  .string()
  .min(1)
  .max(MOST_CHARACTERS)
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'cannot be stored');
const object = z.record(z.string(), z.unknown());

const content = z.strictObject({
  text: text.exactOptional(),
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: text }))
    .min(1)
    .max(100)
    .exactOptional(),
  config: object.exactOptional(),
  variables: object.exactOptional(),
});

const schema = content.extend({
  name: z.string().regex(PROMPT_NAME, 'is no name of a prompt'),
  labels: z.array(z.string().regex(LABEL, 'is no label')).max(MOST_LABELS).exactOptional(),
  comment: z.string().max(1_000).exactOptional(),
  parentVersion: z.number().int().min(0).max(2_147_483_647).exactOptional(),
});

/** Throws a Problem that names the first faulty member. */
export function readNewVersion(value: unknown): NewVersion {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Problem('invalid_prompt', `${issue?.path.join('.') || 'It'}: ${issue?.message}.`);
}
