/** The service with pages of the test's own, and answers as they come over the wire. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { composeService } from '../../server/compose.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase } from '../support/postgres.ts';

export interface TestApp {
  url: string;
  raw(
    path: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>;
  close(): Promise<void>;
}

export async function startTestApp(options: { webApp: URL; publicUrl?: string }): Promise<TestApp> {
  const { webApp, publicUrl } = options;
  const database = await createTestDatabase();
  const port = publicUrl === undefined ? '0' : String(await freePort());
  const service = await composeService({
    parts: ['api'],
    webApp,
    log: createLog({ level: 'silent' }),
    config: readConfig({
      PORT: port,
      NODE_ENV: 'test',
      SANDBOX: 'on',
      DATABASE_URL: database.url,
      ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
    }),
  });
  const url = `http://127.0.0.1:${publicUrl === undefined ? new URL(service.url!).port : port}`;
  return {
    url,
    raw: (path, headers) =>
      new Promise((resolve, reject) => {
        request(`${url}${path}`, { headers, path }, async (res) => {
          const body = Buffer.concat(await res.toArray());
          resolve({ status: res.statusCode!, headers: res.headers, body });
        })
          .on('error', reject)
          .end();
      }),
    async close() {
      await service.close();
      await database.drop();
    },
  };
}
