/** What is sold as a tool: a definition of its server's, by its hash, and the terms that the operator gave. */
import { canonicalHash } from '../kernel/canonical-hash.ts';
import type { Decimal } from '../kernel/money.ts';
import type { ToolDefinition } from '../providers/tool-provider.ts';

/** In US dollars. A call costs at least what it costs to make. */
export interface ToolPricing {
  perCall: Decimal;
  perSecond?: Decimal;
  perUnit?: UnitPricing;
}

export interface UnitPricing {
  /** What is counted, such as `page`. */
  name: string;
  price: Decimal;
  /** The most that a call can use: beyond it nothing is charged. */
  max: number;
  /** JSON pointer to the count in what is structured of an answer. */
  at: string;
}

/** What the operator says of a tool. */
export interface ToolTerms {
  pricing: ToolPricing;
  maxTimeoutSeconds: number;
  /** A second execution of the same call has no further effect. */
  isIdempotent: boolean;
  /** An answer that says that the tool failed is what was bought. */
  errorsAreAnswers: boolean;
}

export interface OfferedTool extends ToolTerms {
  /** `server/name`. */
  id: string;
  provider: string;
  definition: ToolDefinition;
  version: string;
  functionName: string;
}

/** Changes whenever the definition does, in whatever order its members come. 64 hexadecimal digits. */
export function versionOf(definition: ToolDefinition): string {
  return canonicalHash(definition).toString('hex');
}

const LONGEST_FUNCTION_NAME = 64;
const HASH_DIGITS = 8;

/**
 * A name that models take as that of a function: letters, digits, `_` and `-`. One that loses something on the way ends
 * with a hash of the identifier, so that two tools never share one.
 */
export function functionNameOf(id: string): string {
  const plain = id.replace('/', '__');
  const name = plain.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (name === plain && name.length <= LONGEST_FUNCTION_NAME) return name;
  const hash = canonicalHash(id).toString('hex').slice(0, HASH_DIGITS);
  return `${name.slice(0, LONGEST_FUNCTION_NAME - HASH_DIGITS - 1)}_${hash}`;
}
