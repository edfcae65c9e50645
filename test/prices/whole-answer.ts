/** The answer of a recording as one body, as the judge reads it: of a stream, the events that have its usage. */
export interface Recording {
  path: string;
  contentType: string;
  request: { model?: string };
  response?: Body;
  responseText?: string;
  responseBase64?: string;
}

interface Body {
  model?: string;
  modelVersion?: string;
  usage?: object | null;
  usageMetadata?: object;
  x_groq?: { usage?: object };
  /** Of Anthropic's first event. */
  message?: Body;
  /** Of the last event of OpenAI's Responses API. */
  response?: Body;
}

/** Undefined if it has no usage. */
export function wholeAnswerOf({ path, request, response, responseText }: Recording) {
  const bodies = response ? [response] : eventsOf(responseText ?? '');
  const parts = bodies.flatMap((body) => [body, ...(body.message ? [body.message] : [])]);
  const inner = parts.flatMap((body) => (isObject(body.response) ? [body.response] : [body]));
  const usages = inner.map((body) => body.usage ?? body.x_groq?.usage).filter(isObject);
  const metadata = inner.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata;
  if (usages.length === 0 && metadata === undefined) return undefined;
  const named = inner.findLast((body) => body.model ?? body.modelVersion);
  const model = named?.model ?? named?.modelVersion ?? request.model ?? modelIn(path);
  // Anthropic's last event has only the counts that changed since the first one.
  const usage = Object.assign({}, ...usages);
  const answer = metadata ? { modelVersion: model, usageMetadata: metadata } : { model, usage };
  return { model, answer };
}

function modelIn(path: string): string {
  return decodeURIComponent(/models?\/([^:/]+)/.exec(path)?.[1] ?? '');
}

function eventsOf(text: string): Body[] {
  return text
    .split('\n')
    .flatMap((line) => (/^data: ?\{/.test(line) ? [JSON.parse(line.slice('data:'.length))] : []));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
