/** Values of open sets that this version does not know, such as a state of a later service. */
import type { Unlisted } from './contract.ts';

/** Takes a text for a value that this version does not list: where a literal alone would be a mistake, this says that it is none. */
export function unlisted(value: string): Unlisted {
  return value as string as Unlisted;
}
