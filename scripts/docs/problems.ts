/**
 * What the docs say of problems: a table of all, and a section for each with when it comes, what to do, and
 * its example. Codes, statuses and titles come from the service, examples from the contract.
 */
import { PROBLEMS, type ProblemCode } from '../../server/kernel/problem.ts';
import { readChapters } from './chapters.ts';
import { codeBlock } from './code.ts';
import { type ContractDocument, exampleOf } from './contract.ts';

const codes = Object.keys(PROBLEMS) as ProblemCode[];

export function problemTable(): string {
  const rows = codes.map((code) => {
    const { status, title } = PROBLEMS[code];
    return `| ${status} | [\`${code}\`](#/section/errors/${code}) | ${title} |`;
  });
  return ['| Status | Code | Meaning |', '| - | - | - |', ...rows].join('\n');
}

export function problemSections(document: ContractDocument): string {
  const chapters = readChapters('problems.md', codes);
  return codes
    .map((code) => {
      const { status, title } = PROBLEMS[code];
      const [when, ...advice] = chapters[code].split('\n\n');
      if (advice.length === 0) throw new Error(`openapi/docs/problems.md: ${code} has no advice`);
      return [
        `## ${code} {% #${code} %}`,
        `<p class="problem"><span class="status status-${String(status)[0]}">${status}</span> ${title}</p>`,
        `**When.** ${when}`,
        `**What to do.** ${advice.join('\n\n')}`,
        codeBlock(JSON.stringify(exampleOf(document, code), null, 2), 'json'),
      ].join('\n\n');
    })
    .join('\n\n');
}
