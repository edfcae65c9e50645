/**
 * Code as coloured HTML. Knows of each language just enough to tell words, strings and comments apart; what
 * it does not know stays plain. The text that a reader copies is exactly the text that was given.
 */
const NAMES: Record<string, string> = {
  http: 'HTTP',
  json: 'JSON',
  py: 'Python',
  sh: 'Shell',
  ts: 'TypeScript',
  text: 'Text',
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

/** A block with its language and a button that copies it. `code` ends with a line break or not. */
export function codeBlock(code: string, language: string): string {
  const name = NAMES[language];
  if (name === undefined) throw new Error(`no language is called ${language}`);
  const button = '<button type="button" data-copy="">Copy</button>';
  // The Markdown parser takes all up to the end of `pre` as it is, where that begins the line.
  return `<pre class="code" data-language="${name}" tabindex="0">${button}<code>${colour(code.trimEnd(), language)}</code></pre>\n`;
}

/** White space alone between two elements would be dropped by the parser, so it goes into the second. */
function colour(code: string, language: string): string {
  const grammar = GRAMMARS[language] ?? [];
  if (grammar.length === 0) return escapeHtml(code);
  const pattern = new RegExp(grammar.map(([, source]) => `(${source})`).join('|'), 'g');
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = grammar[match.slice(1).findIndex((group) => group !== undefined)]?.[0];
    const gap = code.slice(end, match.index);
    const [before, within] = gap.trim() === '' ? ['', gap] : [gap, ''];
    html += `${escapeHtml(before)}<span class="${kind}">${escapeHtml(within + match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

function escapeHtml(text: string): string {
  // Two braces are not taken for a placeholder.
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;');
}
