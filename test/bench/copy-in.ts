/** COPY FROM STDIN on a connection of pg, which implements its protocol but has no call for it. */
import pg from 'pg';

interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** One COPY and its commit; the rows are in the text form of COPY. */
export function copyIn(client: pg.Client, text: string, rows: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let failed: Error | undefined;
  client.query({
    submit: (connection: unknown) => (connection as CopyConnection).query(text),
    handleCopyInResponse(connection: CopyConnection) {
      connection.sendCopyFromChunk(rows);
      connection.endCopyFrom();
    },
    handleCommandComplete() {},
    handleError(error: Error) {
      failed = error;
      reject(error);
    },
    handleReadyForQuery() {
      if (!failed) resolve();
    },
  } as unknown as pg.Submittable);
  return promise;
}

export async function openCopies(url: string, count: number): Promise<pg.Client[]> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
}
