/**
 * The service as shipped, in production mode, with limits that a benchmark does not reach. `worker` says whether it
 * also carries out runs.
 */
import { composeService } from '../../server/compose.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { ENVIRONMENT } from './program.ts';
import { serveCommands } from './subject.ts';

export interface ServiceOptions {
  databaseUrl: string;
  worker: boolean;
  /** Settings in addition to those of every benchmark. */
  environment?: Record<string, string>;
}

export type ServiceCommands = ReturnType<typeof commandsAt>;

await serveCommands(async ({ databaseUrl, worker, environment }: ServiceOptions) => {
  const config = readConfig({
    ...ENVIRONMENT,
    DATABASE_URL: databaseUrl,
    ...environment,
  });
  const service = await composeService({
    config,
    log: createLog({ level: config.logLevel }),
    parts: worker ? ['api', 'worker'] : ['api'],
  });
  return {
    commands: commandsAt(Number(new URL(service.url!).port)),
    close: () => service.close(),
  };
});

function commandsAt(port: number) {
  return {
    port: () => port,
    memory: () => ({
      residentBytes: process.memoryUsage.rss(),
      highestResidentBytes: process.resourceUsage().maxRSS * 1_024,
    }),
  };
}
