/** Plain answers of the sandbox, and its refusals in the form of the API. */
import type { ServerResponse } from 'node:http';

export function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function refuse(response: ServerResponse, code: number, message: string): void {
  answer(response, code, { error: { code, message } });
}
