/**
 * The refusals that the mock makes by itself: a problem document of the contract's form, with the title and
 * status of the document's own example of that code. Knows no operation.
 */
export interface Fault {
  pointer?: string;
  parameter?: string;
  header?: string;
  detail: string;
  code: string;
}

export interface Refusal {
  code: string;
  detail: string;
  errors?: Fault[];
  headers?: Record<string, string>;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: Fault[];
}

export type Refusals = ReturnType<typeof createRefusals>;

/** `examples` are the document's, by name: a problem is named by its code. */
export function createRefusals(examples: Record<string, { value?: unknown }>) {
  return {
    /** Whether a problem has this code. */
    has: (code: string): boolean => isProblem(examples[code]?.value),
    /** Makes a problem without a requestId and an address, which the answer adds. */
    problem({ code, detail, errors }: Refusal): Problem {
      const example = examples[code]?.value;
      if (!isProblem(example)) throw new Error(`the document has no example of ${code}`);
      const { type, title, status, requestId } = example;
      return { type, title, status, detail, code, requestId, ...(errors && { errors }) };
    },
  };
}

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'requestId' in value && 'code' in value;
}
