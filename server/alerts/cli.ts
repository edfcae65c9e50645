/** `alerts`: what a workspace is alerted to, and what was raised. */
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { NONE, parseCount, parseMoney } from '../cli/arguments.ts';
import { facts, formatTime, print, table } from '../cli/output.ts';
import { type Session, withDatabase } from '../cli/session.ts';
import { formatMoney } from '../platform/lib/money.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  type AlertSettings,
  type AlertSettingsChange,
  changeAlertSettings,
  detailOf,
  MAIL_TO,
  selectAlertSettings,
  selectAlerts,
  wordsOf,
} from './index.ts';

export function alertsCommand(): Command {
  return new Command('alerts')
    .description('show and set what a workspace is alerted to, and list what was raised')
    .addCommand(listCommand())
    .addCommand(settingsCommand())
    .addCommand(setCommand());
}

const WORKSPACE = ['<workspace>', 'name or id of the workspace'] as const;

function listCommand() {
  return new Command('list')
    .description('list the alerts of a workspace, newest first')
    .argument(...WORKSPACE)
    .option('--kind <kind>', 'only those of it, such as credit.low')
    .addOption(
      new Option('--state <state>', 'only those that are open, or that have recovered').choices([
        'open',
        'recovered',
      ] as const),
    )
    .option('--limit <n>', 'alerts at most', parseCount, 20)
    .option('--json', 'print JSON')
    .action((name, { json, ...filter }) =>
      withDatabase(async ({ db, unit }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const alerts = await selectAlerts(db, { ...filter, workspace });
        const shown = alerts.map((alert) => {
          const { id, kind, raisedAt, recoveredAt } = alert;
          return { id: String(id), kind, raisedAt, recoveredAt, detail: detailOf(alert) };
        });
        print({ json }, { alerts: shown }, () =>
          alerts.length === 0
            ? 'There is none.'
            : table(
                alerts.map((alert) => ({
                  ...{ kind: alert.kind, raised: formatTime(alert.raisedAt) },
                  ...{ recovered: formatTime(alert.recoveredAt), what: wordsOf(alert, unit).what },
                })),
              ),
        );
      }),
    );
}

function settingsCommand() {
  return new Command('settings')
    .description('show the thresholds of a workspace, and who gets an email')
    .argument(...WORKSPACE)
    .option('--json', 'print JSON')
    .action((name, options) =>
      withDatabase(async (session) => {
        const { id } = await findWorkspace(session.db, name);
        show(options, await selectAlertSettings(session.db, id), session);
      }),
    );
}

function setCommand() {
  return new Command('set')
    .description('change what a workspace is alerted to')
    .argument(...WORKSPACE)
    .option('--low-balance <money>', 'alert once the wallet has less, with what is held, or none')
    .option(
      '--key-limit-percent <n>',
      'alert once a key has spent this share of a limit, or none',
      orNone(whole(1, 100)),
    )
    .option(
      '--failure-rate-percent <n>',
      'alert once this share of the runs that ended has failed, or none',
      orNone(whole(1, 100)),
    )
    .option(
      '--failure-window-minutes <n>',
      'how far the rate of failures looks back',
      whole(5, 1_440),
    )
    .option('--failure-min-runs <n>', 'with fewer runs there is no alert', whole(1, 10_000))
    .addOption(new Option('--mail-to <people>', 'who gets an email').choices(MAIL_TO))
    .option('--json', 'print JSON')
    .addHelpText('after', SET_HELP)
    .action((name, { json, lowBalance, ...others }) =>
      withDatabase(async (session) => {
        const { db, unit } = session;
        const { id: workspace } = await findWorkspace(db, name);
        const balance = orNone((text) => parseMoney(text, unit, 0));
        const wanted = {
          ...others,
          ...(lowBalance !== undefined && { lowBalanceAmount: balance(lowBalance) }),
        };
        const change: AlertSettingsChange = Object.fromEntries(
          Object.entries(wanted).map(([member, value]) => [member, value === NONE ? null : value]),
        );
        show({ json }, await changeAlertSettings(db, { workspace, change }), session);
      }),
    );
}

const SET_HELP = `
What is left out stays as it is, and none removes a threshold. A threshold that is
crossed already raises an alert within a minute.

Examples:
  npm run cli -- alerts set acme --low-balance 25.00 --key-limit-percent 80
  npm run cli -- alerts set acme --low-balance none`;

const orNone =
  <T>(parse: (text: string) => T) =>
  (text: string): T | typeof NONE =>
    text === NONE ? NONE : parse(text);

function whole(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
  };
}

function show(
  options: { json?: true | undefined },
  settings: AlertSettings,
  { unit, config }: Session,
): void {
  const sendsMail = config.mail !== undefined;
  print(options, { ...settings, sendsMail }, () => {
    const { lowBalanceAmount, keyLimitPercent, failureRatePercent } = settings;
    const { failureMinRuns, failureWindowMinutes, mailTo } = settings;
    return facts({
      'low balance': lowBalanceAmount === null ? NONE : formatMoney(lowBalanceAmount, unit),
      'key limit': keyLimitPercent === null ? NONE : `${keyLimitPercent} %`,
      'failure rate':
        failureRatePercent === null
          ? NONE
          : `${failureRatePercent} % of at least ${failureMinRuns} runs in ${failureWindowMinutes} minutes`,
      'mail to': sendsMail ? mailTo : `${mailTo}, but the deployment sends no mail`,
    });
  });
}
