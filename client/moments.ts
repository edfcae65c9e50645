/** Formats a moment for a parameter or a member. */
import { UsageError } from './errors.ts';

export function momentOf(name: string, moment: string | Date): string {
  if (typeof moment === 'string') return moment;
  if (Number.isNaN(moment.getTime())) throw new UsageError(`${name} is an invalid date.`);
  return moment.toISOString();
}
