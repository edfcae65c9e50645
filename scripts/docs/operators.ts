/**
 * The document that is rendered for operators: the dashboard's contract, with one file of guides for its
 * description, and each operation with the least role that it asks for. The contract stays as it is.
 */
import { describeConfig } from '../../server/platform/config/index.ts';
import { OPERATOR_PROBLEMS, type ProblemCode } from '../../server/platform/lib/problem.ts';
import { fenced } from './code.ts';
import { type ContractDocument, exampleOf, operationsOf, readContract } from './contract.ts';
import { type ComposedDocument, withGuides } from './document.ts';
import { readPage } from './guides.ts';
import { defaultOf, linkTo, type Placeholders } from './placeholders.ts';
import { problemSections, problemTable } from './problems.ts';

export function composeOperatorsDocument(): ComposedDocument {
  const document = readContract('dashboard');
  const { overview, guides } = readPage('dashboard.md', placeholdersOf(document));
  for (const { operation } of operationsOf(document)) {
    operation.description = `${CALLERS[roleOf(operation)]}\n\n${operation.description}`;
  }
  return { document: withGuides(document, overview, guides), overview, guides, samples: 0 };
}

const CALLERS = {
  none: 'For anybody; no session is needed.',
  user: 'For everybody who is signed in.',
  member: 'For members of the workspace, whatever their role.',
  admin: 'For admins and owners of the workspace.',
  owner: 'For owners of the workspace.',
};

type Caller = keyof typeof CALLERS;

function roleOf({ 'x-role': role = '' }: { 'x-role'?: string }): Caller {
  if (Object.hasOwn(CALLERS, role)) return role as Caller;
  throw new Error(`${role || 'nothing'} is no role`);
}

function placeholdersOf(document: ContractDocument): Placeholders {
  return {
    config: (name = '') => defaultOf(name),
    'config-table': configTable,
    example: (name = '') => fenced(JSON.stringify(exampleOf(document, name), null, 2), 'json'),
    'problem-sections': () => problemSections(document, 'dashboard-problems.md'),
    'problem-table': () => problemTable(document),
    'operator-problem-sections': () =>
      problemSections(
        readContract('operator'),
        'operator-problems.md',
        Object.keys(OPERATOR_PROBLEMS) as ProblemCode[],
      ),
    'operator-table': operatorTable,
    'role-table': () => roleTable(document),
  };
}

/** Returns a table of the variables whose names begin with one of these. */
function configTable(...beginnings: string[]): string {
  const found = describeConfig({}).filter(({ name }) =>
    beginnings.some((beginning) => name.startsWith(beginning)),
  );
  if (found.length === 0) throw new Error(`no variable begins with ${beginnings.join(' or ')}`);
  const rows = found.map(({ name, value, about }) => {
    return `| \`${name}\` | ${value === null ? '' : defaultOf(name)} | ${about} |`;
  });
  return ['| Variable | Default | What it does |', '| - | - | - |', ...rows].join('\n');
}

/** The operations of the console, which has no reference on this page. */
function operatorTable(): string {
  const rows = operationsOf(readContract('operator')).map(({ method, path, operation }) => {
    return `| ${operation.summary} | \`${method} ${path}\` | \`${operation['x-role']}\` |`;
  });
  return ['| Operation | Request | Least role |', '| - | - | - |', ...rows].join('\n');
}

function roleTable(document: ContractDocument): string {
  const rows = operationsOf(document).map(({ method, path, operation }) => {
    return `| ${linkTo(operation)} | \`${method} ${path}\` | \`${roleOf(operation)}\` |`;
  });
  return ['| Operation | Request | Least role |', '| - | - | - |', ...rows].join('\n');
}
