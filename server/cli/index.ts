/**
 * The command line: parses the arguments, runs one command, and turns a failure into one line, never a stack trace, and
 * an exit code. Help is part of the product: every command explains itself and has examples.
 */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { isProduction, wantsStacks } from '../platform/config/index.ts';
import { isConnectionLost } from '../platform/db/errors.ts';
import { StartError } from '../platform/lib/errors.ts';
import { Problem } from '../platform/lib/problem.ts';

/** In the order of the help. Each is loaded on demand: loading all takes longer than most commands run. */
const COMMANDS: Record<string, () => Promise<CommandUnknownOpts>> = {
  start: async () => (await import('./service.ts')).startCommand(),
  serve: async () => (await import('./service.ts')).serveCommand(),
  work: async () => (await import('./service.ts')).workCommand(),
  workspaces: async () => (await import('../workspaces/cli.ts')).workspacesCommand(),
  keys: async () => (await import('../keys/cli.ts')).keysCommand(),
  members: async () => (await import('../people/cli.ts')).membersCommand(),
  operators: async () => (await import('../operator/cli.ts')).operatorsCommand(),
  wallet: async () => (await import('../money/cli.ts')).walletCommand(),
  grants: async () => (await import('../money/cli-grants.ts')).grantsCommand(),
  models: async () => (await import('../model-runs/cli.ts')).modelsCommand(),
  tools: async () => (await import('../tool-runs/cli.ts')).toolsCommand(),
  environments: async () =>
    (await import('../compute-jobs/cli-environments.ts')).environmentsCommand(),
  prompts: async () => (await import('../prompts/cli.ts')).promptsCommand(),
  compute: async () => (await import('../compute-jobs/cli.ts')).computeCommand(),
  runs: async () => (await import('../runs/edges/cli.ts')).runsCommand(),
  traces: async () => (await import('../traces/cli.ts')).tracesCommand(),
  spans: async () => (await import('../traces/cli.ts')).spansCommand(),
  metrics: async () => (await import('../metrics/cli.ts')).metricsCommand(),
  scores: async () => (await import('../scores/cli.ts')).scoresCommand(),
  export: async () => (await import('../exports/cli.ts')).exportCommand(),
  'saved-exports': async () => (await import('../exports/cli.ts')).savedExportsCommand(),
  quotas: async () => (await import('../quotas/cli.ts')).quotasCommand(),
  retention: async () => (await import('../runs/edges/cli-content.ts')).retentionCommand(),
  customers: async () => (await import('../customers/cli.ts')).customersCommand(),
  'end-users': async () => (await import('../runs/edges/cli-content.ts')).endUsersCommand(),
  webhooks: async () => (await import('../webhooks/cli.ts')).webhooksCommand(),
  alerts: async () => (await import('../alerts/cli.ts')).alertsCommand(),
  destinations: async () => (await import('../broadcast/cli.ts')).destinationsCommand(),
  overview: async () => (await import('./overview.ts')).overviewCommand(),
  reconcile: async () => (await import('../runs/edges/cli-reconcile.ts')).reconcileCommand(),
  drift: async () => (await import('../runs/edges/cli-reconcile.ts')).driftCommand(),
  payments: async () => (await import('../payments/cli.ts')).paymentsCommand(),
  books: async () => (await import('../money/cli-books.ts')).booksCommand(),
  audit: async () => (await import('../money/cli.ts')).auditCommand(),
  encryption: async () => (await import('./encryption.ts')).encryptionCommand(),
  'pseudonym-key': async () => (await import('./encryption.ts')).pseudonymKeyCommand(),
  config: async () => (await import('./config.ts')).configCommand(),
  migrate: async () => (await import('./database.ts')).migrateCommand(),
  recover: async () => (await import('./database.ts')).recoverCommand(),
};

/** The commands whose output in production is a log, which machines read. */
const SERVICE: ReadonlySet<string> = new Set(['start', 'serve', 'work']);

const HELP = `
From nothing to a key that can run models:
  npm start
  npm run cli -- workspaces create acme
  npm run cli -- wallet credit acme --amount 25.00 --reference invoice-1001
  npm run cli -- keys create acme --name backend --scope models:read models:run

Commands work with or without a running service. They read the same
environment as the service does: npm run cli -- config shows it. For scripts:
  npm run -s cli -- wallet show acme --json`;

/** Resolves when the command has ended and the exit code is set. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  try {
    const [, , commandName = ''] = argv;
    const names = Object.hasOwn(COMMANDS, commandName) ? [commandName] : undefined;
    await (await createProgram(names)).parseAsync(argv);
  } catch (error) {
    process.exitCode = 1;
    if (isProduction() && SERVICE.has(argv[2] ?? '')) {
      const { createLog } = await import('../platform/telemetry/log.ts');
      createLog({ level: 'fatal' }).fatal({ err: error }, `error: ${lineOf(error)}`);
      return;
    }
    process.stderr.write(`error: ${lineOf(error)}\n`);
    if (wantsStacks() && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  }
}

/** Registers these commands, or all of them if none are named. */
export async function createProgram(names = Object.keys(COMMANDS)): Promise<Command> {
  const program = new Command('npm run cli --')
    .description('Billable AI model runs over HTTP: prepaid, held before sending, settled once.')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showHelpAfterError('Add --help for how it is used.')
    .addHelpText('after', HELP);
  for (const name of names) program.addCommand(await COMMANDS[name]!());
  return program;
}

function lineOf(error: unknown): string {
  if (error instanceof Problem) return oneLine(error.detail);
  if (error instanceof StartError) return oneLine(error.message);
  const message = error instanceof Error ? error.message : String(error);
  if (isConnectionLost(error)) return `The database went away: ${oneLine(message)}`;
  return `${oneLine(message)} (unexpected: LOG_LEVEL=debug shows where)`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}
