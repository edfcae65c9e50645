/** Appended to the guide's piece on Langfuse: sends a question and its generation by the processor that is made there. */

import { propagateAttributes, startActiveObservation, startObservation } from '@langfuse/tracing';
import { NodeSDK } from '@opentelemetry/sdk-node';

const sdk = new NodeSDK({ spanProcessors: [processor] });
sdk.start();
await startActiveObservation('question', async (question) => {
  const ids = question.otelSpan.spanContext();
  await propagateAttributes({ sessionId: 'judge session', userId: 'judge user' }, async () => {
    const generation = startObservation(
      'ask',
      { model: 'judge-model', input: 'What is the capital of France?' },
      { asType: 'generation' },
    );
    generation.update({
      output: 'Paris.',
      usageDetails: { input: 12, output: 5 },
      costDetails: { total: 0.0025 },
    });
    generation.end();
  });
  console.log(JSON.stringify([{ traceId: ids.traceId, spanId: ids.spanId, name: 'question' }]));
});
await sdk.shutdown();
