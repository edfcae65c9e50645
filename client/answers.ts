/** The HTTP answer of a call: its status, its headers, and the request id that the service's logs have. */
import type { CallOptions } from './call-options.ts';

export interface WithResponse<Data> {
  data: Data;
  /** As it came, to be read once more. Of several, such as those of a wait, the last one. */
  response: Response;
  /** Names the exchange in the logs of the service. */
  requestId: string | undefined;
}

/** What a call gives, and on request with its answer. */
export interface ResponsePromise<Data> extends Promise<Data> {
  withResponse(): Promise<WithResponse<Data>>;
}

/** How a call learns about its answers. Created only on demand. */
export interface Listening extends CallOptions {
  onAnswer?: ((response: () => Response) => void) | undefined;
}

/** The work must hand the options that it is given to whatever sends. */
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

/** The options of a call for another call that it is made of. */
export function handedOn(options: CallOptions): CallOptions {
  const { signal, headers, maxRetries, retry, onRetry, onAnswer } = options as Listening;
  return { signal, headers, maxRetries, retry, onRetry, onAnswer } as Listening;
}
