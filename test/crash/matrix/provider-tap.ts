/**
 * A proxy to the upstream that kills its client at a chosen point of a submission or a look-up. It forwards everything
 * unchanged.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RUN_ID } from '../../../server/tool-runs/providers/mcp/index.ts';

export interface ProviderTrigger {
  /** A submission to the provider that accepts nothing is a `first_submission`. */
  to: 'submission' | 'first_submission' | 'look_up';
  /**
   * - `executed`: the upstream has carried it out, and has sent no header of its answer.
   * - `headers`: the answer has begun, without a byte of its body.
   * - `body`: a part of the body has been sent.
   * - `ended`: the whole body has been sent.
   */
  at: 'executed' | 'headers' | 'body' | 'ended';
}

export interface ProviderTap {
  /** Ends as the upstream's URL does. */
  url: string;
  arm(trigger: ProviderTrigger, fire: () => void): void;
  disarm(): void;
  close(): Promise<void>;
}

/** What a request is for; undefined if the tap ignores it. */
type ReadPurpose = (request: IncomingMessage, body: string) => ProviderTrigger['to'] | undefined;

/** A model provider receives a run by POST, and a request for its record by its path. */
export const purposeAtModels: ReadPurpose = ({ method, url }) => {
  if (method === 'POST') return 'submission';
  return url?.includes('/generation') ? 'look_up' : undefined;
};

/** A server of tools receives only messages. A requester that began the task itself names its run. */
export const purposeAtTools: ReadPurpose = (_, body) => {
  if (body.includes('"tools/call"')) return 'submission';
  return body.includes('"tasks/get"') && !body.includes(RUN_ID) ? 'look_up' : undefined;
};

/** A provider that accepts nothing receives only runs. */
export const purposeAtBusy: ReadPurpose = () => 'first_submission';

export async function openProviderTap(
  upstreamUrl: string,
  purposeOf: ReadPurpose,
): Promise<ProviderTap> {
  const upstream = new URL(upstreamUrl);
  let armed: { trigger: ProviderTrigger; fire: () => void } | undefined;

  function met(to: ProviderTrigger['to'] | undefined, at: ProviderTrigger['at']): boolean {
    if (!armed || armed.trigger.to !== to || armed.trigger.at !== at) return false;
    const { fire } = armed;
    armed = undefined;
    fire();
    return true;
  }

  const server = createServer((near, nearAnswer) => {
    near.on('error', () => {});
    nearAnswer.on('error', () => {});
    pass(near, nearAnswer).catch(() => nearAnswer.destroy());
  });

  async function pass(near: IncomingMessage, nearAnswer: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of near) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const to = purposeOf(near, body.toString());
    const far = request({
      ...{ host: upstream.hostname, port: upstream.port },
      ...{ method: near.method, path: near.url, headers: near.headers },
    });
    nearAnswer.once('close', () => far.destroy());
    far.end(body);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      far.on('response', resolve).on('error', reject);
    });
    if (met(to, 'executed')) return;
    nearAnswer.writeHead(answer.statusCode ?? 502, answer.headers);
    nearAnswer.flushHeaders();
    if (met(to, 'headers')) return;
    for await (const piece of answer) {
      nearAnswer.write(piece);
      if (met(to, 'body')) return;
    }
    nearAnswer.end();
    met(to, 'ended');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${upstream.pathname}`,
    arm(trigger, fire) {
      armed = { trigger, fire };
    },
    disarm() {
      armed = undefined;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
