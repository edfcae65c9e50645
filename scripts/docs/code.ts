/**
 * Converts code to colored HTML. It knows just enough of each language to distinguish words, strings and comments; the
 * rest stays plain. A reader copies exactly the original text.
 */
const NAMES: Record<string, string> = {
  go: 'Go',
  http: 'HTTP',
  json: 'JSON',
  py: 'Python',
  sh: 'Shell',
  ts: 'TypeScript',
  text: 'Text',
  yaml: 'YAML',
};

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const NUMBER = String.raw`\b\d[\d_]*(?:\.\d+)?\b`;

const GRAMMARS: Record<string, [kind: string, pattern: string][]> = {
  json: [
    ['property', String.raw`"(?:[^"\\]|\\.)*"(?=\s*:)`],
    ['string', String.raw`"(?:[^"\\]|\\.)*"`],
    ['number', String.raw`-?\b\d[\d.]*\b`],
    ['keyword', String.raw`\b(?:true|false|null)\b`],
  ],
  ts: [
    ['comment', String.raw`//[^\n]*`],
    ['string', `${STRING}|\`[^\`]*\``],
    [
      'keyword',
      String.raw`\b(?:import|from|const|let|await|async|for|of|if|else|return|new|switch|case|throw|try|catch|break|default|function|satisfies|as|type)\b`,
    ],
    ['number', NUMBER],
  ],
  py: [
    ['comment', '#[^\n]*'],
    ['string', String.raw`[fb]?"""[\s\S]*?"""|[fb]?(?:${STRING})`],
    [
      'keyword',
      String.raw`\b(?:import|from|with|as|for|in|if|else|elif|return|def|while|not|and|or|try|except|raise|None|True|False)\b`,
    ],
    ['number', NUMBER],
  ],
  go: [
    ['comment', String.raw`//[^\n]*`],
    ['string', `"(?:[^"\\\\\\n]|\\\\.)*"|\`[^\`]*\``],
    [
      'keyword',
      String.raw`\b(?:package|import|func|var|const|type|struct|map|return|if|else|for|range|nil|panic|switch|case|default|defer)\b`,
    ],
    ['number', NUMBER],
  ],
  yaml: [
    ['comment', String.raw`(?<=^|\s)#[^\n]*`],
    ['property', String.raw`(?<=^|\n)[ \t]*[\w-]+(?=:)`],
  ],
  sh: [
    ['comment', String.raw`(?<=^|\s)#[^\n]*`],
    ['string', String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`],
    ['keyword', String.raw`(?<=^|\n)\s*(?:curl|npm|node|export|redocly)\b`],
    ['property', String.raw`(?<=\s)--?[a-zA-Z][\w-]*`],
  ],
  http: [
    ['keyword', String.raw`^(?:HTTP/1\.1 \d+ [^\n]*|(?:GET|POST|HEAD) [^\n]*)`],
    ['property', String.raw`(?<=\n)[A-Za-z-]+(?=:)`],
  ],
};

/** A block of code in Markdown. `colored` converts it for the page. `code` may end with a line break. */
export function fenced(code: string, language: string): string {
  if (NAMES[language] === undefined) throw new Error(`no language is called ${language}`);
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\n`;
}

/**
 * Converts every piece of code in a Markdown text to a block of the page. Pieces of different languages with only an
 * empty line between them are the same code: readers choose one of them.
 */
export function coloured(markdown: string): string {
  return markdown.replaceAll(ROW_OF_FENCES, (row) => {
    const pieces = Array.from(row.matchAll(FENCE), ([, language = '', code = '']) => ({
      language,
      code,
    }));
    return choicesAmong(pieces).map(blocksOf).join('\n');
  });
}

interface Piece {
  language: string;
  code: string;
}

/** Splits pieces into rows, so that no row has a language twice. */
function choicesAmong(pieces: Piece[]): Piece[][] {
  const rows: Piece[][] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    const fits = row && CHOICES.includes(piece.language) && !has(row, piece.language);
    if (fits) row.push(piece);
    else rows.push([piece]);
  }
  return rows;
}

const has = (row: Piece[], language: string) => row.some((piece) => piece.language === language);

function blocksOf(row: Piece[]): string {
  const among = row.map(({ language }) => language);
  return row
    .map(({ code, language }) => block(code, language, among.length > 1 ? among : undefined))
    .join('\n');
}

/** The languages that a reader can choose for the whole page. */
export const CHOICES = ['sh', 'ts', 'py'];

/**
 * A block with its language and a button that copies it. A block of several languages has buttons that select another
 * one. Each block has its own buttons, so that blocks can be added and removed independently.
 */
function block(code: string, language: string, among?: string[]): string {
  const name = NAMES[language];
  if (name === undefined) throw new Error(`no language is called ${language}`);
  const copy = '<button type="button" data-copy="">Copy</button>';
  const choice = among
    ? ` choice" data-code="${language}" data-among="${among.join(' ')}"${language === among[0] ? ' data-first=""' : ''}`
    : '"';
  // If `pre` begins the line, the Markdown parser does not change anything up to its end.
  return `<pre class="code${choice} data-language="${name}" tabindex="0">${copy}${choicesOf(language, among)}<code>${colour(code.trimEnd(), language)}</code></pre>\n`;
}

function choicesOf(language: string, among?: string[]): string {
  if (!among) return '';
  const buttons = among.map(
    (other) =>
      `<button type="button" data-choose="${other}" aria-pressed="${other === language}">${NAMES[other]}</button>`,
  );
  return `<span class="choices" role="group" aria-label="Language">${buttons.join('')}</span>`;
}

const FENCE = /^```(\w+)\n([\s\S]*?)^```$/gm;
/** Matches one piece, or several pieces in sequence that readers can choose from. */
const ROW_OF_FENCES =
  /^```(?:sh|ts|py)\n[\s\S]*?^```$(?:\n\n+```(?:sh|ts|py)\n[\s\S]*?^```$)*|^```\w+\n[\s\S]*?^```$/gm;

/**
 * White space alone between two elements, or between a sign that is escaped and an element, would be dropped by the
 * parser, so it goes into the element.
 */
function colour(code: string, language: string): string {
  const grammar = GRAMMARS[language] ?? [];
  if (grammar.length === 0) return escapeHtml(code);
  const pattern = new RegExp(grammar.map(([, source]) => `(${source})`).join('|'), 'g');
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = grammar[match.slice(1).findIndex((group) => group !== undefined)]?.[0];
    const gap = code.slice(end, match.index);
    const [within = ''] = /(?:^|(?<=[<&]))\s+$/.exec(gap) ?? [];
    const before = gap.slice(0, gap.length - within.length);
    html += `${escapeHtml(before)}<span class="${kind}">${escapeHtml(within + match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

function escapeHtml(text: string): string {
  // Two braces are not taken for a placeholder.
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;');
}
