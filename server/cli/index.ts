/**
 * The command line: parses the arguments, runs one command, and turns what went wrong into one line and an
 * exit code. Help is part of the product: every command explains itself and shows how it is used.
 */
import { Command } from '@commander-js/extra-typings';
import { wantsStacks } from '../config.ts';
import { auditCommand } from './audit.ts';
import { configCommand } from './config.ts';
import { migrateCommand, recoverCommand } from './database.ts';
import { driftCommand } from './drift.ts';
import { lineOf } from './failure.ts';
import { keysCommand } from './keys.ts';
import { membersCommand } from './members.ts';
import { modelsCommand } from './models.ts';
import { reconcileCommand } from './reconcile.ts';
import { runsCommand } from './runs.ts';
import { serveCommand, startCommand, workCommand } from './service.ts';
import { walletCommand } from './wallet.ts';
import { workspacesCommand } from './workspaces.ts';

/** Resolves when the command has ended; the exit code is set then. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`error: ${lineOf(error)}\n`);
    if (wantsStacks() && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  }
}

export function createProgram(): Command {
  return new Command('npm run cli --')
    .description('Billable AI model runs over HTTP: prepaid, held before sending, settled once.')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showHelpAfterError('Add --help for how it is used.')
    .addHelpText('after', HELP)
    .addCommand(startCommand())
    .addCommand(serveCommand())
    .addCommand(workCommand())
    .addCommand(workspacesCommand())
    .addCommand(keysCommand())
    .addCommand(membersCommand())
    .addCommand(walletCommand())
    .addCommand(modelsCommand())
    .addCommand(runsCommand())
    .addCommand(reconcileCommand())
    .addCommand(driftCommand())
    .addCommand(auditCommand())
    .addCommand(configCommand())
    .addCommand(migrateCommand())
    .addCommand(recoverCommand());
}

const HELP = `
From nothing to a key that can run models:
  npm start
  npm run cli -- workspaces create acme
  npm run cli -- wallet credit acme --amount 25.00 --reference invoice-1001
  npm run cli -- keys create acme --name backend --scope models:read models:run

Commands work beside a running service and without one. They read the same
environment as the service does: npm run cli -- config shows it. For scripts:
  npm run -s cli -- wallet show acme --json`;
