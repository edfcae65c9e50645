/**
 * The texts of the docs about problems: a table of all problems of a contract, and a section for each that says when
 * it occurs and what to do, with its example. Codes and examples come from the contract, statuses and titles from the
 * service.
 */
import { Problem } from '../../server/platform/lib/problem.ts';
import { readChapters } from './chapters.ts';
import { fenced } from './code.ts';
import { type ContractDocument, exampleOf } from './contract.ts';

export function problemTable({ components }: ContractDocument): string {
  const rows = components.schemas.ProblemCode['x-extensible-enum'].map((code) => {
    const { status, title } = new Problem(code, '');
    return `| ${status} | [\`${code}\`](#/section/errors/${code}) | ${title} |`;
  });
  return ['| Status | Code | Meaning |', '| - | - | - |', ...rows].join('\n');
}

/** `file` has a chapter for each code. */
export function problemSections(
  document: ContractDocument,
  file: string,
  codes = document.components.schemas.ProblemCode['x-extensible-enum'],
): string {
  const chapters = readChapters(file, codes);
  return codes
    .map((code) => {
      const { status, title } = new Problem(code, '');
      const [when, ...advice] = chapters[code].split('\n\n');
      if (advice.length === 0) throw new Error(`openapi/docs/${file}: ${code} has no advice`);
      return [
        `## ${code} {% #${code} %}`,
        `<p class="problem"><span class="status status-${String(status)[0]}">${status}</span> ${title}</p>`,
        `**When.** ${when}`,
        `**What to do.** ${advice.join('\n\n')}`,
        fenced(JSON.stringify(exampleOf(document, code), null, 2), 'json'),
      ].join('\n\n');
    })
    .join('\n\n');
}
