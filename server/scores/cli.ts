/** `scores`: the scores that people and programs gave to runs, spans and sessions. */
import { Command, Option } from '@commander-js/extra-typings';
import { parseCount } from '../cli/arguments.ts';
import { print, table } from '../cli/output.ts';
import { withParts } from '../cli/session.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { toScore } from './http.ts';
import { listScores } from './index.ts';

export function scoresCommand(): Command {
  return new Command('scores').description('list scores').addCommand(listCommand());
}

function listCommand() {
  return new Command('list')
    .description('list the scores of a workspace, newest first')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--run <id>', 'only scores of this run')
    .option('--session <id>', 'only scores of this session')
    .option('--name <name>', 'only scores with this name')
    .addOption(new Option('--source <source>', 'who judged').choices(['human', 'automatic']))
    .option('--prompt <id>', 'only scores of runs of this prompt')
    .option('--prompt-version <version>', 'only scores of runs of this version of it')
    .option('--limit <n>', 'scores at most', parseCount, 20)
    .option('--cursor <cursor>', 'the next page, as the page before named it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  npm run cli -- scores list acme --prompt greeting --source human',
    )
    .action((workspaceName, options) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, workspaceName);
        const { run, session, name, source, prompt, promptVersion, limit, cursor } = options;
        const filters = {
          ...(run !== undefined && { runId: run }),
          ...(session !== undefined && { sessionId: session }),
          ...(name !== undefined && { name }),
          ...(source !== undefined && { source }),
          ...(prompt !== undefined && { promptId: prompt }),
          ...(promptVersion !== undefined && { promptVersion }),
        };
        const list = { operation: 'scores list', workspace, filters };
        const { scores, next } = await listScores(db, workspace, {
          ...{ ...filters, limit: Math.min(limit, LONGEST_PAGE) },
          ...(cursor !== undefined && { before: parts.cursors.take(list, cursor) }),
        });
        const nextCursor = next === null ? null : parts.cursors.give(list, next);
        const data = scores.map(toScore);
        print(options, { scores: data, nextCursor }, () =>
          [
            data.length === 0 ? 'There is no such score.' : table(data.map(toRow)),
            ...(nextCursor === null ? [] : [`\nOlder ones: --cursor ${nextCursor}`]),
          ].join('\n'),
        );
      }),
    );
}

const LONGEST_PAGE = 100;

function toRow(score: ReturnType<typeof toScore>): Record<string, string> {
  const { runId, span, sessionId } = score;
  return {
    id: score.id,
    saved: score.createdAt,
    name: score.name,
    value: String(score.value),
    source: score.source,
    of: runId ?? (span ? `${span.traceId} ${span.spanId}` : (sessionId ?? '')),
    comment: (score.comment ?? '').replaceAll(/\s+/g, ' ').slice(0, 60),
  };
}
