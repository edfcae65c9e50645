/** The HTTP response of a call: its status, its headers, and the request id that appears in the service's logs. */
import type { CallOptions } from './call-options.ts';

export interface WithResponse<Data> {
  data: Data;
  /** The HTTP response; its body is still unread. If a call gets several, as a wait does, the last one. */
  response: Response;
  /** Identifies the exchange in the service's logs. */
  requestId: string | undefined;
}

/** The result of a call; on request, together with its HTTP response. */
export interface ResponsePromise<Data> extends Promise<Data> {
  withResponse(): Promise<WithResponse<Data>>;
}

/** Reports the responses of a call. Created only on demand. */
export interface Listening extends CallOptions {
  onAnswer?: ((response: () => Response) => void) | undefined;
}

/** `work` must pass the options that it receives to the code that sends the request. */
export function responding<Data, Options extends CallOptions>(
  options: Options | undefined,
  work: (options: Options) => Promise<Data>,
): ResponsePromise<Data> {
  const outer = (options as Listening | undefined)?.onAnswer;
  let last: () => Response;
  const onAnswer: Listening['onAnswer'] = (response) => {
    last = response;
    outer?.(response);
  };
  const promise = work({ ...options, onAnswer } as Listening as Options);
  return Object.assign(promise, {
    async withResponse() {
      const data = await promise;
      const response = last();
      return { data, response, requestId: response.headers.get('X-Request-Id') ?? undefined };
    },
  });
}

/** The options of a call, for another call that it consists of. */
export function handedOn(options: CallOptions): CallOptions {
  const { signal, headers, maxRetries, retry, onRetry, onAnswer } = options as Listening;
  return { signal, headers, maxRetries, retry, onRetry, onAnswer } as Listening;
}
