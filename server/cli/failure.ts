/**
 * What the operator reads when a command fails: one line that says what is wrong, and never a stack trace. The line
 * says if the failure was unexpected.
 */
import { isConnectionLost } from '../platform/db/errors.ts';
import { StartError } from '../platform/lib/errors.ts';
import { Problem } from '../platform/lib/problem.ts';

export function lineOf(error: unknown): string {
  if (error instanceof Problem) return oneLine(error.detail);
  if (error instanceof StartError) return oneLine(error.message);
  const message = error instanceof Error ? error.message : String(error);
  if (isConnectionLost(error)) return `The database went away: ${oneLine(message)}`;
  return `${oneLine(message)} (unexpected: LOG_LEVEL=debug shows where)`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}
