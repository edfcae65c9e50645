/** Values of open sets that this version does not know, such as a state of a later service. */
import type { Unlisted } from './contract.ts';

/** Marks a text as a value that this version does not list: the compiler refuses the bare literal, a likely mistake. */
export function unlisted(value: string): Unlisted {
  return value as string as Unlisted;
}
