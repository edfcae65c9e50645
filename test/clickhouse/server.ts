/**
 * An HTTP server for chDB, ClickHouse's in-process engine, with as much of the protocol as the official client speaks.
 * Run it as a process: `node server.ts <folder of chdb> <folder of data> <port>`, which prints its port. It runs
 * statements one after another. It knows one user and password, no queue of asynchronous inserts, and no limits of a
 * server.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

interface Session {
  query(text: string, format?: string): string;
}

const [, , moduleFolder = '', dataFolder = '', port = '0'] = process.argv;
const require = createRequire(join(moduleFolder, 'package.json'));
const { Session } = require('chdb') as { Session: new (folder: string) => Session };

export const CREDENTIALS = `Basic ${Buffer.from('spans:p@ss').toString('base64')}`;
/** Parameters of the protocol, not settings of the engine. */
const OF_HTTP = new Set(['query', 'query_id', 'database', 'default_format', 'role', 'session_id']);

const session = new Session(dataFolder);
session.query('create database if not exists spans');

const server = createServer((request, response) => {
  answer(request).then(
    ([status, body, code]) => {
      response.statusCode = status;
      if (code !== undefined) response.setHeader('X-ClickHouse-Exception-Code', code);
      response.end(body);
    },
    (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
  );
});
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`${address?.port}\n`);
});

async function answer(request: IncomingMessage): Promise<[number, string, string?]> {
  const body = await buffer(request);
  if (request.headers.authorization !== CREDENTIALS) {
    return [403, 'Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)', '516'];
  }
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const parameters = new Map(searchParams);
  let text = body.toString('utf8');
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(body, { headers: { 'Content-Type': type } }).formData();
    for (const [name, value] of form) parameters.set(name, String(value));
    text = '';
  }
  try {
    return [200, run(parameters, text)];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const found = /Code: (\d+)\. DB::Exception: .*/s.exec(message);
    return [500, found?.[0] ?? message, found?.[1] ?? '1002'];
  }
}

function run(parameters: ReadonlyMap<string, string>, body: string): string {
  session.query(`use ${parameters.get('database') ?? 'default'}`);
  for (const [name, value] of parameters) {
    if (!OF_HTTP.has(name)) session.query(`set ${name} = ${literal(value)}`);
  }
  const query = [parameters.get('query'), body].filter((part) => part).join('\n');
  return session.query(query, parameters.get('default_format') ?? 'TabSeparated');
}

function literal(value: string): string {
  return /^-?\d{1,9}$/.test(value) ? value : `'${value.replace(/[\\']/g, '\\$&')}'`;
}
