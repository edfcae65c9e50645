/** The output of the mock: its address, how to request each answer, and the table of all names. */
import { styleText } from 'node:util';
import type { Operation } from './examples.ts';

export function banner(url: string): string {
  const parts = [
    strong('The mock of the Model Run API is ready.'),
    [
      `API       ${url}/v1/developer/model-runs`,
      `          ${url}/v1/developer/tool-runs`,
      `          ${url}/v1/developer/compute-jobs`,
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
  const rows = operations.flatMap(({ method, path, answers }) =>
    answers.flatMap(({ status, examples }) => {
      const names = examples.size === 0 ? [''] : [...examples.keys()];
      return names.map((name) => ({ operation: `${method} ${path}`, status, name }));
    }),
  );
  const preference = ({ status, name }: (typeof rows)[number]) =>
    name === '' ? `Prefer: code=${status}` : `Prefer: code=${status}, example=${name}`;
  const groups = Map.groupBy(rows, ({ operation }) => operation);
  const blocks = [...groups].map(([operation, ofIt]) =>
    [strong(operation), ...ofIt.map((row) => `  ${row.status}  ${preference(row)}`)].join('\n'),
  );
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
