/**
 * `npm run mock`: a server of the contract to code against, without an account, a database or cost. Reads the command
 * line and prints how to request each state and each refusal. If it can't start, it prints one line that says what to
 * do.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { KINDS } from '../server/kinds.ts';

const DEFAULT_PORT = 4010;
const GENERATED = join(import.meta.dirname, '..', 'openapi', 'generated', 'developer.json');
const DOCS = pathToFileURL(join(GENERATED, '..', 'docs/'));

const program = new Command('npm run mock --')
  .description('Serves the contract on 127.0.0.1 by the rules of the service, with its examples.')
  .argument(
    '[port]',
    'the same as --port, which npm keeps for itself without the two dashes',
    portOf,
  )
  .option('-p, --port <number>', 'port to listen on; 0 takes any free one', portOf, DEFAULT_PORT)
  .option('-c, --credit <dollars>', 'what the wallet has at the start', creditOf, 1_000)
  .option(
    '-w, --webhook <url>',
    'address on this machine that gets a message of each end',
    localUrlOf,
  )
  .option('-e, --examples', 'list every example that can be asked for, and exit')
  .showHelpAfterError('Add --help for how it is used.')
  .action(async (argument, { port, credit, webhook, examples }) => {
    // Loaded after the command line is checked, because the service takes a second to load.
    const { exampleTable, readOperations, startMock, WEBHOOK_SECRET } = await import(
      './mock/index.ts'
    );
    const document = JSON.parse(readFileSync(GENERATED, 'utf8'));
    if (examples) {
      process.stdout.write(`${exampleTable(await readOperations(document), strong)}\n`);
      return;
    }
    const { readDocsFolder } = await import('../server/platform/http/docs.ts');
    const docs = await readDocsFolder(DOCS);
    const given = { document, port: argument ?? port, docs, credit, webhook };
    const mock = await startMock(given);
    process.stdout.write(banner(mock.url, webhook && `${webhook}, signed with ${WEBHOOK_SECRET}`));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => void mock.close());
    }
  });

try {
  await program.parseAsync();
} catch (error) {
  const { cause = error } = error as Error;
  process.stderr.write(`error: ${lineOf(cause as NodeJS.ErrnoException)}\n`);
  process.exitCode = 1;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Give a whole number from 0 to 65535.');
}

function creditOf(text: string): number {
  const credit = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && credit <= 1_000_000) return credit;
  throw new InvalidArgumentError('Give an amount from 0 to 1000000.');
}

/** Only a receiver on this machine: a mock must not send to others what somebody tries out. */
function localUrlOf(text: string): string {
  const url = URL.parse(text);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '');
  if (isLocal && /^https?:$/.test(url!.protocol)) return url!.href;
  throw new InvalidArgumentError(
    'Give an address of this machine: http://localhost:3000/webhooks.',
  );
}

function lineOf({ code, message }: NodeJS.ErrnoException): string {
  const { port } = program.opts();
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop what uses it, or take any free one: npm run mock -- --port 0`;
    case 'EACCES':
      return `Port ${port} needs privileges. Choose one above 1023: npm run mock -- --port ${DEFAULT_PORT}`;
    case 'ENOENT':
      return 'The bundled contract is missing. Make it with: npm run generate';
    default:
      return message;
  }
}

function banner(url: string, webhook: string | undefined): string {
  return `
  ${strong('The mock of the Model Run API is ready.')}

  API       ${KINDS.map(({ path }) => `${url}/v1/developer/${path}`).join('\n            ')}
  Docs      ${url}/docs
  Contract  ${url}/openapi.json
  Key       any bearer key will do${webhook ? `\n  Webhooks  ${webhook}` : ''}

  Ask for any state and any refusal with one header; ${strong('npm run mock -- --examples')} lists the names:

    Prefer: example=run-needs-reconciliation
    Prefer: code=402
    Prefer: code=422, example=unknown_model

  Try it:

    curl -sS ${url}/v1/developer/model-runs \\
      -H 'Authorization: Bearer any' \\
      -H 'Content-Type: application/json' \\
      -H 'Idempotency-Key: order-4711' \\
      -d '{"model":"sandbox/echo","messages":[{"role":"user","content":"Hello, mock!"}],"maxOutputTokens":100}'

  It answers 202; read the run by its id and it is completed.

  What you create is read, listed and cancelled by its id. Ctrl-C stops, and forgets it.

`;
}

/** Formats bold text; plain text if the output is not a terminal or no color is wanted. */
function strong(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}
