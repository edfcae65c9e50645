/**
 * The service spans of a run: its create, its wait in the queue, what its provider did, look-ups that changed its
 * state, and its settlements. All are children of the create's span, which is saved with the run, so that every process
 * that continues the run reports to the same trace. A run whose create was not recorded costs nothing here.
 */

import type { Principal } from '../keys/index.ts';
import { type JsonValue, parseJson } from '../platform/lib/json.ts';

import { Problem } from '../platform/lib/problem.ts';
import {
  type Attributes,
  type ServiceSpan,
  type Tracer,
  unpacked,
} from '../platform/telemetry/tracer.ts';
import type { CreateInput } from './admission.ts';
import type { DueLookUp } from './look-up-store.ts';
import type { AnyResource, OutcomeFor, RunTypes } from './resource.ts';
import type { Run } from './run.ts';
import type { Advance } from './settlement-store.ts';
import type { ClaimedRun } from './store.ts';

/** The span of a submission that is under way. */
export interface SubmissionSpan {
  /** The header that the provider gets: its own spans become part of this one. */
  traceparent: string;
  answeredBy(name: string): void;
  /** Without an outcome, the service submitted nothing. */
  end(outcome?: OutcomeFor<RunTypes>): void;
}

export interface ServiceSpans {
  /** Undefined if the service does not record the run. */
  submission(
    resource: AnyResource,
    run: ClaimedRun,
    provider: { name: string },
  ): SubmissionSpan | undefined;
  /** Does the work, and records it as the settlement of a run. */
  settling<T>(run: Recorded, step: Advance, work: () => Promise<T>): Promise<T>;
  /** Begins a look-up; the returned function records it if it changes the run's state. */
  lookUp(
    resource: AnyResource,
    run: DueLookUp,
  ): (found: { kind: string } | undefined, step: Advance) => void;
}

type Recorded = Pick<ClaimedRun, 'id'> & { service_span: string | Buffer | null };

export function createServiceSpans(tracer: Tracer | undefined): ServiceSpans {
  return {
    submission(resource, run, provider) {
      const { service_span: parent, waited } = run;
      if (!tracer || parent === null) return undefined;
      if (waited) {
        const { since, until } = waited;
        const attributes = attributesOf(run);
        const span = tracer.begin('wait in queue', { parent, startedAt: since, attributes });
        span.end({ at: until < since ? since : until });
      }
      return beginSubmission(tracer, resource, { ...run, service_span: parent }, provider);
    },

    async settling(run, step, work) {
      const parent = parentOf(run);
      if (!tracer || parent === undefined || isStill(step)) return work();
      const attributes = { ...attributesOf(run), 'model_run_api.run.state': step.to_state };
      const span = tracer.begin('settle', { parent, attributes });
      try {
        const done = await work();
        span.end();
        return done;
      } catch (error) {
        span.end({ error: 'not_saved' });
        throw error;
      }
    },

    lookUp(resource, run) {
      const parent = parentOf(run);
      if (!tracer || parent === undefined) return () => {};
      const startedAt = new Date();
      return (found, step) => {
        if (isStill(step)) return;
        const attributes = {
          ...attributesOf(run),
          [resource.span.subject]: run.subject,
          'gen_ai.provider.name': run.provider,
          'model_run_api.look_up.found': found?.kind ?? 'nothing',
          'model_run_api.run.state': step.to_state,
        };
        tracer.begin('look up', { kind: 'client', parent, startedAt, attributes }).end();
      };
    },
  };
}

function parentOf({ service_span: saved }: Recorded): string | undefined {
  return typeof saved === 'string' ? saved : unpacked(saved);
}

/** Whether the advance leaves the run in its state: such look-ups are many, and say nothing. */
function isStill({ from_states, to_state }: Advance): boolean {
  return from_states.includes(to_state);
}

function attributesOf({ id }: Pick<ClaimedRun, 'id'>): Attributes {
  return { 'model_run_api.run.uuid': id };
}

function beginSubmission(
  tracer: Tracer,
  resource: AnyResource,
  run: ClaimedRun & { service_span: string },
  provider: { name: string },
): SubmissionSpan {
  const { operation, subject, answeredBy } = resource.span;
  // The process forgets the request once it has sent it.
  const request = tracer.capturesContent && resource.span.contentOf ? requestOf(run) : undefined;
  const { terms } = run;
  const span = tracer.begin(`${operation} ${run.subject}`, {
    kind: 'client',
    parent: run.service_span,
    attributes: {
      ...attributesOf(run),
      'model_run_api.run.attempt': run.attempt,
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': provider.name,
      [subject]: run.subject,
    },
  });
  return {
    traceparent: span.traceparent,
    answeredBy: (name) => answeredBy !== undefined && span.set({ [answeredBy]: name }),
    end(outcome) {
      if (outcome === undefined) return span.end({ error: 'not_submitted' });
      span.set({ 'model_run_api.outcome': outcome.kind });
      recordAnswer(span, { resource, terms, request, outcome });
      span.end({ error: errorOf(outcome) });
    },
  };
}

/** Undefined if it cannot be read, which ends the run. */
function requestOf({ body, request }: ClaimedRun): JsonValue | undefined {
  try {
    return (body ?? parseJson(request)) as JsonValue;
  } catch {
    return undefined;
  }
}

interface Recording {
  resource: AnyResource;
  terms: unknown;
  /** Undefined if the content is not recorded, or cannot be read. */
  request: JsonValue | undefined;
  outcome: OutcomeFor<RunTypes>;
}

/** What kind of answer it was, by the conventions for its kind; its content only if the operator wants that. */
function recordAnswer(span: ServiceSpan, { resource, terms, request, outcome }: Recording): void {
  const { attributesOf: ofRun, contentOf } = resource.span;
  const answer = 'answer' in outcome ? outcome.answer : undefined;
  try {
    const facts = answer === undefined ? {} : resource.factsOf(answer, terms);
    const reference = 'reference' in outcome ? outcome.reference : undefined;
    const known = { facts, ...(reference !== undefined && { providerReference: reference }) };
    span.set(plain(ofRun(known as unknown as Run)));
    if (request === undefined || !contentOf) return;
    const said = answer === undefined ? {} : { answer: resource.storedAnswerOf(answer) };
    span.set(plain(contentOf({ request, ...said })));
  } catch {
    // The answer decides what happens to the run, but not here.
    span.set({ 'model_run_api.untold': true });
  }
}

function errorOf(outcome: OutcomeFor<RunTypes>): string | undefined {
  if (outcome.kind === 'answered' || outcome.kind === 'under_way') return undefined;
  return outcome.kind === 'failed' ? outcome.error.code : outcome.kind;
}

/** Attributes are texts, numbers and lists of texts; anything else becomes JSON. */
function plain(attributes: Record<string, JsonValue>): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      ['string', 'number', 'boolean'].includes(typeof value) || isTexts(value)
        ? (value as string)
        : JSON.stringify(value),
    ]),
  );
}

function isTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

type Create<T extends RunTypes> = (
  principal: Principal,
  input: CreateInput<T['Request']>,
) => Promise<{ run: Run<T['Facts']>; replayed: boolean }>;

/** Records a create as part of its request. What it saves is part of its own span. */
export function tracedCreate<T extends RunTypes>(
  create: Create<T>,
  kind: string,
  tracer: Tracer | undefined,
): Create<T> {
  if (!tracer) return create;
  return async (principal, input) => {
    if (!input.span) return create(principal, input);
    const attributes = { 'model_run_api.run.kind': kind };
    const parent = input.span.traceparent;
    const span = tracer.begin(`create ${kind}`, { parent, attributes });
    try {
      const created = await create(principal, { ...input, span });
      const { run, replayed } = created;
      span.set({ 'model_run_api.run.id': run.id, 'model_run_api.run.replayed': replayed });
      span.end();
      return created;
    } catch (error) {
      const code = error instanceof Problem ? error.code : 'internal';
      span.set({ 'model_run_api.problem': code });
      span.end({ error: error instanceof Problem && error.status < 500 ? undefined : code });
      throw error;
    }
  };
}
