/** The output of the mock: its address, how to request each answer, and the table of all names. */
import { styleText } from 'node:util';
import { KINDS } from '../../server/kinds.ts';
import type { Operation } from './examples.ts';

export function banner(url: string): string {
  const parts = [
    strong('The mock of the Model Run API is ready.'),
    [
      `API       ${KINDS.map(({ path }) => `${url}/v1/developer/${path}`).join('\n          ')}`,
      `Docs      ${url}/docs`,
      `Contract  ${url}/openapi.json`,
      'Key       any bearer key will do',
    ].join('\n'),
    `Ask for any state and any refusal with one header; ${strong('npm run mock -- --examples')} lists the names:`,
    [
      '  Prefer: example=run-needs-reconciliation',
      '  Prefer: code=402',
      '  Prefer: code=422, example=unknown_model',
    ].join('\n'),
    'Try it:',
    tryIt(url),
    'It answers 202; read the run by its id and it is completed.',
    'What you create is read, listed and cancelled by its id. Ctrl-C stops, and forgets it.',
  ];
  return `\n${parts.map(indented).join('\n\n')}\n\n`;
}

/** One row for each example of each operation. */
export function exampleTable(operations: Operation[]): string {
  const blocks = operations.map(({ method, path, answers }) => {
    const rows = answers.flatMap(({ status, examples }) => {
      const names = [...examples.keys()].map((name) => `, example=${name}`);
      return (names.length > 0 ? names : ['']).map(
        (name) => `  ${status}  Prefer: code=${status}${name}`,
      );
    });
    return [strong(`${method} ${path}`), ...rows].join('\n');
  });
  return blocks.join('\n\n');
}

function tryIt(url: string): string {
  const body = {
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'Hello, mock!' }],
    maxOutputTokens: 100,
  };
  return [
    `  curl -sS ${url}/v1/developer/model-runs`,
    `-H 'Authorization: Bearer any'`,
    `-H 'Content-Type: application/json'`,
    `-H 'Idempotency-Key: order-4711'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n    ');
}

/** Formats bold text; plain text if the output is not a terminal or no color is wanted. */
function strong(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
