/**
 * Stands between the client and a target: forwards a request with the changes of a scenario, and checks the answer
 * against the document before the client sees it.
 */
import type { Contract } from '../support/contract.ts';
import type { Answer } from '../support/service.ts';

export interface Change {
  method?: string;
  /** The target path, made from the one that the client requests. */
  target?: (target: string) => string;
  headers?: Record<string, string>;
  without?: string[];
  body?: string;
}

interface Target {
  publicUrl: string;
  contract: Contract;
}

export function sending({ publicUrl, contract }: Target, change: Change = {}) {
  return async (request: Request): Promise<Response> => {
    const { origin } = new URL(request.url);
    const target = (change.target ?? String)(targetOf(request));
    const { method = request.method } = change;
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(change.headers ?? {})) headers.set(name, value);
    for (const name of change.without ?? []) headers.delete(name);
    const body = change.body ?? (await request.text());
    const hasBody = body !== '' && method !== 'GET';
    const response = await fetch(origin + target, {
      ...{ method, headers, redirect: request.redirect },
      ...(hasBody && { body }),
    });
    const answer = {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
    contract.check({ ...answer, method, target, publicUrl });
    return responseOf(answer);
  };
}

export function targetOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** For the client: bodies were read, and some statuses must not have one. */
export function responseOf({ status, headers, text }: Answer): Response {
  return new Response(text === '' ? null : text, { status, headers });
}
