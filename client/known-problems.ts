/**
 * Problem documents, distinguished by `code`. The contract's set of codes is open, and a comparison cannot narrow an
 * open set: a problem that `isKnownProblem` accepts has one of the codes of this version, with its members.
 */
import type { Problem, ProblemCode, Unlisted } from './contract.ts';

/** The codes of the contract. `ProblemCode` also includes any that a later service adds. */
export type KnownProblemCode = Exclude<ProblemCode, Unlisted>;

/** The members that are always present with a code. */
interface Members {
  insufficient_credit: 'requiredAmount' | 'availableAmount' | 'account' | 'currency' | 'scale';
  spending_limit_reached:
    | ('requiredAmount' | 'availableAmount' | 'period' | 'limitAmount')
    | ('spentAmount' | 'heldAmount' | 'resetsAt' | 'currency' | 'scale');
  end_user_budget_reached:
    | ('requiredAmount' | 'availableAmount' | 'period' | 'limitAmount')
    | ('spentAmount' | 'heldAmount' | 'currency' | 'scale');
  hold_above_maximum: 'currency' | 'scale';
  max_output_tokens_exceeded: 'maxOutputTokens';
  prompt_too_large: 'promptChars';
}

type Coded<Code> = Omit<Problem, 'code'> & { code: Code };

/** The problem with this code. */
export type ProblemOf<Code extends KnownProblemCode> = Coded<Code> &
  (Code extends keyof Members ? Required<Pick<Problem, Members[Code]>> : unknown);

/** Comparing `code` narrows it, because it excludes codes that a later service adds. */
export type KnownProblem = { [Code in KnownProblemCode]: ProblemOf<Code> }[KnownProblemCode];

/** Reads a body as a problem; undefined if it is not one. */
export function readProblem(body: unknown): Problem | undefined {
  const isProblem = typeof body === 'object' && body !== null && 'code' in body;
  return isProblem && typeof body.code === 'string' ? (body as Problem) : undefined;
}
