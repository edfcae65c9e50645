import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

// Reads page after page, as far as the loop goes.
for await (const span of observability.traces.listSpans({ operation: 'chat', limit: 20 })) {
  console.log(span.name, span.status, span.usage);
}
