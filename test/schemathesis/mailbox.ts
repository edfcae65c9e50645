/**
 * The emails that the service sends, for hooks.py: GET `/?to=<address>&page=<name>` answers the link of the next one to the
 * address that leads to this page of the dashboard.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { linkOf, type ReceivedMail, startMailServer } from '../support/mail-server.ts';

const ARRIVES_WITHIN_MS = 20_000;

export async function startMailbox() {
  const mail = await startMailServer();

  /** Undefined if none arrives. Removes it. */
  async function nextLink(to: string, page: string): Promise<string | undefined> {
    const isWanted = (each: ReceivedMail) =>
      each.to.includes(to) && linkOf(each).pathname === `/dashboard/${page}`;
    const giveUpAt = performance.now() + ARRIVES_WITHIN_MS;
    while (performance.now() < giveUpAt) {
      const index = mail.received.findIndex(isWanted);
      const [received] = index === -1 ? [] : mail.received.splice(index, 1);
      if (received) return linkOf(received).href;
      await sleep(50);
    }
    return undefined;
  }

  async function answer(url: string, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(url, 'http://localhost');
    const link = await nextLink(searchParams.get('to') ?? '', searchParams.get('page') ?? '');
    response.writeHead(link === undefined ? 404 : 200).end(link);
  }

  const server = createServer(({ url = '' }, response) => {
    answer(url, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    smtpUrl: `smtp://127.0.0.1:${mail.port}`,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await mail.close();
    },
  };
}
