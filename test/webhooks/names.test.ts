/** Names of customers, whose servers answer what they like, or nothing. */
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { createDestinations, faultOfUrl, post } from '../../server/platform/outbound/index.ts';

const FORBIDDEN = 'must not lead to a private, local or reserved address';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const send = (agent: Agent, url: string) =>
  post(agent, {
    ...{ url, headers: {}, body: 'x', allowsPrivate: false, receiver: 'The endpoint' },
    ...{ withinMs: 15_000, readAtMost: 10 },
  });

async function startNameServer(answer?: (query: Buffer) => Buffer): Promise<string> {
  const socket: Socket = createSocket('udp4');
  if (answer) {
    socket.on('message', (query, { port, address }) => socket.send(answer(query), port, address));
  }
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  open.push(socket);
  return `127.0.0.1:${socket.address().port}`;
}

function agentOf(nameServer: string): Agent {
  const agent = createDestinations(false, [nameServer]);
  open.push({ close: () => agent.destroy() });
  return agent;
}

/** The question unchanged, and one address if it asks for IPv4. */
function saying(address: readonly number[]) {
  return (query: Buffer): Buffer => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const isIpv4 = question.readUInt16BE(question.length - 4) === 1;
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address]);
    return Buffer.concat([head, question, ...(isIpv4 ? [record] : [])]);
  };
}

it('one that leads to this machine is not connected to', async () => {
  let arrived = 0;
  const server = createServer((socket) => {
    arrived += 1;
    socket.destroy();
  });
  server.listen(0);
  await once(server, 'listening');
  open.push(server);
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const agent = agentOf(await startNameServer(saying([127, 0, 0, 1])));
  const url = `https://hooks.example.com:${port}/`;
  expect(await send(agent, url)).toEqual({ error: 'The endpoint could not be reached.' });
  await sleep(50);
  expect(arrived).toBe(0);
});

it.each<[string, number[] | undefined, string | undefined]>([
  ['leads into a private network', [10, 1, 2, 3], FORBIDDEN],
  ['leads to the metadata of a cloud', [169, 254, 169, 254], FORBIDDEN],
  ['leads to the public internet', [93, 184, 216, 34], undefined],
  ['does not resolve yet', undefined, undefined],
])('one that %s is judged by what it leads to when it is given', async (_, address, fault) => {
  const nameServer = address ? await startNameServer(saying(address)) : '127.0.0.1:9';
  expect(await faultOfUrl('https://hooks.example.com/', false, [nameServer])).toBe(fault);
});

it('none is sent to without TLS any more once that is not allowed', async () => {
  const queries: Buffer[] = [];
  const answer = saying([127, 0, 0, 1]);
  const nameServer = await startNameServer((question) => {
    queries.push(question);
    return answer(question);
  });
  expect(await send(agentOf(nameServer), 'http://hooks.example.com/')).toEqual({
    error: 'The address is without TLS, which is not allowed any more.',
  });
  expect(queries).toEqual([]);
});

it('unanswered look-ups do not delay other names', async () => {
  const agent = agentOf(await startNameServer());
  const sent = Array.from({ length: 10 }, (_, i) => send(agent, `https://h${i}.example.com/`));
  await sleep(100);
  const answered = Promise.all(sent) as Promise<{ error: string }[]>;
  const first = await Promise.race([
    lookup('localhost').then(() => 'the other name'),
    answered.then(() => 'the unanswered names'),
  ]);
  expect(first).toBe('the other name');
  for (const { error } of await answered) {
    expect(error).toMatch(
      /^The endpoint could not be reached \((ETIMEOUT|UND_ERR_CONNECT_TIMEOUT)\)/,
    );
  }
});
