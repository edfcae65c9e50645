/** `audit`: recomputes every invariant from the ledger; exits with 1 at the first that fails, and names it. */
import { Command } from '@commander-js/extra-typings';
import { print } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import { type AuditResult, audit } from './index.ts';

export function auditCommand() {
  return new Command('audit')
    .description(
      'recompute every invariant of money, runs and queue; exit 1 at the first that fails',
    )
    .option('--from-the-start', 'also add up again every entry that is in closed balances')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((options) =>
      withDatabase(async ({ db }) => {
        const checks: AuditResult[] = [];
        for await (const result of audit(db, options)) {
          checks.push(result);
          if (!options.json) process.stdout.write(`${lineOf(result)}\n`);
          if (!result.ok) break;
        }
        const failed = checks.find(({ ok }) => !ok);
        print(options, { ok: failed === undefined, checks }, () =>
          failed === undefined
            ? `\nAll ${checks.length} checks hold.`
            : `\nThe check ${failed.name} failed: ${failed.about}. This is not so:\n${failed.faults.map((fault) => `  ${fault}`).join('\n')}`,
        );
        if (failed !== undefined) process.exitCode = 1;
      }),
    );
}

const HELP = `
Reads in short transactions, beside a running service, and changes nothing.
Holds and charges are added up from the entries of the ledger and compared.

Balances are added up from closed balances, which workers keep, and the entries
behind them. The role that the service works as can't change a closed balance,
and one that the owner of the tables has changed does not match the cached one.
What the owner has changed in an old entry is found by its run, or, where it has
none, by --from-the-start. That reads the whole ledger, in short transactions
too.`;

function lineOf({ name, about, ok }: AuditResult): string {
  return `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(14)} ${about}`;
}
