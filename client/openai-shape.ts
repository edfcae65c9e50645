/** Chat completions as programs write and read them: only the parts used here. The service checks the rest. */
import type { CreateModelRun, ModelRun } from './contract.ts';

/** A body of `POST /chat/completions` before validation. */
export type ChatRequest = Record<string, unknown>;

/** The terms of each run, in addition to the request. */
export type RunTerms = Pick<
  CreateModelRun,
  'maxReservedAmount' | 'expiresAfterSeconds' | 'attribution' | 'metadata'
>;

/** The member `model_run` of every response: the run as lists have it, and whether it existed before. */
export interface RunFacts extends Omit<ModelRun, 'text' | 'message'> {
  replayed: boolean;
}

/** A member of a request that a run cannot carry. */
export class NotCarried extends Error {
  readonly param: string;
  readonly code: string;
  readonly status: number;

  constructor(
    param: string,
    message: string,
    { code = 'unsupported_parameter', status = 400 } = {},
  ) {
    super(message);
    this.param = param;
    this.code = code;
    this.status = status;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses unknown members. Null counts as absent. */
export function checkMembers(value: object, known: readonly string[], at: string): void {
  for (const [name, member] of Object.entries(value)) {
    if (member === null || member === undefined || known.includes(name)) continue;
    const param = at === '' ? name : `${at}.${name}`;
    throw new NotCarried(param, `'${param}' cannot be carried by a model run: leave it out.`);
  }
}
