/** Converts Markdown to plain text, for the search and for one line about a guide. */

/** Returns the words in their order, without code. */
export function plainOf(markdown: string): string {
  return markdown
    .replaceAll(/^```\w+\n[\s\S]*?^```$/gm, ' ')
    .replaceAll(/<figure[\s\S]*?<\/figure>/g, ' ')
    .replaceAll(/^\|[\s|:-]+\|$/gm, ' ')
    .replaceAll(/\{%[^%]*%\}/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<sup>([^<]*)<\/sup>/g, '^$1')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/^#+ |^[-*] |^\d\. |\*\*|`/gm, '')
    .replaceAll(/[ \t]*\|[ \t]*/g, ' · ')
    .replaceAll(/&(?:amp|lt|gt|#123);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:· )+(?=·|$)|^ *·|(?<=[.:]) ·/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#123;': '{',
};

/** Returns the names that are in code and not in the text. The search finds them, and does not show them. */
export function namesInCode(markdown: string): string[] {
  const code = Array.from(markdown.matchAll(/^```\w+\n([\s\S]*?)^```$/gm), ([, text = '']) => text);
  const names = code.join('\n').match(/[A-Za-z_][\w-]*[A-Za-z_]/g) ?? [];
  const prose = plainOf(markdown);
  return [...new Set(names)].filter((name) => name.length > 3 && !prose.includes(name));
}

export function firstSentence(markdown: string): string {
  const [paragraph = ''] = plainOf(markdown.trim().split(/\n\n/)[0] ?? '').split(/(?<=[.!?]) /);
  return paragraph;
}
