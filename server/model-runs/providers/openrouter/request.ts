/**
 * A submission in OpenRouter's form; `wire-schema.ts` is the schema of the result. The run's identifier goes into
 * `trace` and not into `metadata`, which model providers may see.
 */

import {
  type MessageForm,
  toWireMessages,
  toWireParameters,
  toWireTools,
} from '../chat-completions/index.ts';
import { isPdf, partsOf } from '../content-parts.ts';
import type { Message, Submission } from '../model-provider.ts';
import { maxPriceOf } from './max-price.ts';

export function toOpenRouterRequest(submission: Submission): object {
  const { tools = [], parameters = {}, endUser, session } = submission;
  // Otherwise, OpenRouter may choose a provider of the model that ignores one of them.
  const hasParameters = tools.length > 0 || Object.keys(parameters).length > 0;
  return {
    model: submission.model,
    messages: toWireMessages(submission.messages, FORM),
    // Fewer models list the newer name, and a provider may ignore a parameter that a model does not list.
    max_tokens: submission.maxOutputTokens,
    stream: true,
    ...toWireTools(submission, FORM),
    ...toWireParameters(parameters),
    ...(endUser === undefined ? {} : { user: endUser }),
    ...(session === undefined ? {} : { session_id: session }),
    ...(holdsPdf(submission.messages) ? { plugins: [NATIVE_PDF] } : {}),
    trace: { run_id: submission.runId, ...traceOf(submission.traceparent) },
    provider: {
      max_price: maxPriceOf(submission.maxPrice),
      ...(hasParameters ? { require_parameters: true } : {}),
    },
  };
}

const FORM: MessageForm = {
  ...{ reasoning: 'reasoning_details', refusal: true, cacheControl: true },
  ...{ systemRole: 'system', resultNames: false, extraContent: false },
};

/** Otherwise, a separate service may read a PDF for a model, and bill it by the page. */
const NATIVE_PDF = { id: 'file-parser', pdf: { engine: 'native' } };

function holdsPdf(messages: readonly Message[]): boolean {
  return messages.some((message) =>
    partsOf(message).some((part) => part.type === 'file' && isPdf(part.file.file_data)),
  );
}

/** Joins the provider's record to the caller's trace. */
function traceOf(traceparent: string | undefined): object {
  const [, traceId, spanId] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-/.exec(traceparent ?? '') ?? [];
  return traceId === undefined ? {} : { trace_id: traceId, parent_span_id: spanId };
}
