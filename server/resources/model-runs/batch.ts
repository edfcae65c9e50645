/** Many creates in one request; each gets the answer that it would get alone. */
import type { Input, Reply } from '../../http/index.ts';
import { type Fault, Problem } from '../../kernel/problem.ts';
import { isTerminal } from '../../runs/index.ts';
import type { ModelRuns } from './index.ts';
import { toModelRun } from './present.ts';
import { toCreateRequest } from './request.ts';

type BatchInput = Input<'createModelRunBatch'>;
type Batched = BatchInput['body']['requests'][number];
type BatchReply = Reply<'createModelRunBatch'>;
type Result = BatchReply['body']['results'][number];

export async function createBatch(runs: ModelRuns, input: BatchInput): Promise<BatchReply> {
  const { requests } = input.body;
  refuseRepeatedKeys(requests);
  await input.countAll(requests.length, '#/requests');
  const exact = (input.exactBody as { requests: { request: unknown }[] }).requests;
  const results = requests.map((each, i) => createOne(runs, input, each, exact[i]!.request, i));
  return { status: 200, body: { results: await Promise.all(results) } };
}

async function createOne(
  runs: ModelRuns,
  { principal, traceparent, signal, span, refusalOf }: BatchInput,
  { idempotencyKey, request }: Batched,
  exactRequest: unknown,
  position: number,
): Promise<Result> {
  try {
    const { run, replayed } = await runs.create(principal, {
      ...{ idempotencyKey, traceparent, signal, span },
      body: toCreateRequest(request, exactRequest),
    });
    const status = isTerminal(run.state) ? 200 : 202;
    return { idempotencyKey, status, replayed, run: toModelRun(run) };
  } catch (error) {
    const { problem, retryAfterSeconds } = refusalOf(atPosition(error, position));
    return {
      idempotencyKey,
      status: problem.status,
      problem: problem as NonNullable<Result['problem']>,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }
}

/** Moves the pointers of the fault into the batch. */
function atPosition(error: unknown, position: number): unknown {
  if (!(error instanceof Problem) || !error.options.errors) return error;
  const at = `#/requests/${position}`;
  const errors = error.options.errors.map(
    ({ pointer, header: _, ...fault }): Fault => ({
      ...fault,
      // What is a header of a single create is a member here.
      pointer: pointer === undefined ? `${at}/idempotencyKey` : `${at}/request${pointer.slice(1)}`,
    }),
  );
  return new Problem(error.code, error.detail, { ...error.options, errors });
}

function refuseRepeatedKeys(requests: readonly Batched[]): void {
  const positions = new Map<string, number>();
  for (const [i, { idempotencyKey }] of requests.entries()) {
    const first = positions.get(idempotencyKey);
    positions.set(idempotencyKey, i);
    if (first === undefined) continue;
    const detail = `A request key stands once in a batch; this one stands at #/requests/${first} as well.`;
    const pointer = `#/requests/${i}/idempotencyKey`;
    throw new Problem('idempotency_key_reuse', detail, {
      errors: [{ pointer, detail, code: 'idempotency_key_reuse' }],
    });
  }
}
