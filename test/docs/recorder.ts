/** A proxy to the service that forwards everything unchanged, and records the requests. */
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Of the answer; 0 while there is none. */
  status: number;
}

export interface Recorder {
  url: string;
  /** The requests since the last call. */
  take(): RecordedRequest[];
  close(): Promise<void>;
}

export async function startRecorder(upstream: string): Promise<Recorder> {
  let recorded: RecordedRequest[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url: target = '', headers } = req;
    const one = { method, target, headers, body: body.toString(), status: 0 };
    recorded.push(one);
    const passed = request(upstream + target, { method, headers }, (answer) => {
      one.status = answer.statusCode ?? 502;
      res.writeHead(one.status, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => res.destroy());
    passed.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
