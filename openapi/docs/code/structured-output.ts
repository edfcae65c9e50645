import { createClient, expectCompleted } from 'model-run-client';

const client = createClient();

const run = await client.modelRuns.createAndWait(
  {
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'Invoice 42: three chairs, 240 dollars in all.' }],
    maxOutputTokens: 1024,
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'invoice',
        strict: true,
        schema: {
          type: 'object',
          properties: { number: { type: 'integer', minimum: 42 }, paid: { type: 'boolean' } },
          required: ['number', 'paid'],
          additionalProperties: false,
        },
      },
    },
  },
  { idempotencyKey: 'invoice-42-facts' },
);
const { text, finishReason } = expectCompleted(run);
if (finishReason !== 'stop') throw new Error(`the answer ended with ${finishReason}`);
const invoice = JSON.parse(text ?? '') as { number: number; paid: boolean };
console.log(invoice.number, invoice.paid); // => 42 true
