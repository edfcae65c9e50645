/** `audit`: recomputes every invariant from the ledger; exits 1 at the first that fails, and names it. */
import { Command } from '@commander-js/extra-typings';
import { type AuditResult, audit } from '../ledger/index.ts';
import { print } from './output.ts';
import { withDatabase } from './session.ts';

export function auditCommand() {
  return new Command('audit')
    .description(
      'recompute every invariant of money, runs and queue; exit 1 at the first that fails',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((options) =>
      withDatabase(async ({ db }) => {
        const checks: AuditResult[] = [];
        for await (const result of audit(db)) {
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
Reads in short transactions, beside a running service, and changes nothing. It
trusts no cached figure: balances, holds and charges are added up from the
entries of the ledger and compared.`;

function lineOf({ name, about, ok }: AuditResult): string {
  return `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(14)} ${about}`;
}
