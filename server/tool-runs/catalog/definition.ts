/** What is sold as a tool: its server's definition, by its hash, and the operator's terms. */
import { canonicalHash } from '../../platform/lib/canonical-hash.ts';
import type { Decimal } from '../../platform/lib/money.ts';
import type { ToolDefinition } from '../providers/tool-provider.ts';

/** In US dollars. A call costs at least its base price. */
export interface ToolPricing {
  perCall: Decimal;
  perSecond?: Decimal;
  perUnit?: UnitPricing;
}

export interface UnitPricing {
  /** The unit that is counted, such as `page`. */
  name: string;
  price: Decimal;
  /** The maximum that a call can use: nothing beyond it is charged. */
  max: number;
  /** JSON pointer to the count in the structured part of an answer. */
  at: string;
}

/** The operator's terms for a tool. */
export interface ToolTerms {
  pricing: ToolPricing;
  maxTimeoutSeconds: number;
  /** A second execution of the same call has no further effect. */
  isIdempotent: boolean;
  /** An answer that reports the tool's failure is also charged. */
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

/** Changes whenever the definition does, regardless of the order of its members. 64 hexadecimal digits. */
export function versionOf(definition: ToolDefinition): string {
  return canonicalHash(definition).toString('hex');
}

const LONGEST_FUNCTION_NAME = 64;
const HASH_DIGITS = 8;

/**
 * A name that models accept as a function name: letters, digits, `_` and `-`. If the conversion loses something, the
 * name ends with a hash of the identifier, so that two tools never share one.
 */
export function functionNameOf(id: string): string {
  const plain = id.replace('/', '__');
  const name = plain.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (name === plain && name.length <= LONGEST_FUNCTION_NAME) return name;
  const hash = canonicalHash(id).toString('hex').slice(0, HASH_DIGITS);
  return `${name.slice(0, LONGEST_FUNCTION_NAME - HASH_DIGITS - 1)}_${hash}`;
}
