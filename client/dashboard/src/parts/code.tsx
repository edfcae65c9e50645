/** A block of code that can be copied. A few patterns color the code and never change its text. */
import { useState } from 'react';
import { Segments } from './choice.tsx';
import { CopyButton } from './copy.tsx';
import './code.css';

interface CodeProps {
  text: string;
  language: 'shell' | 'ts' | 'json' | 'text';
  /** For the copy button and for screen readers: `the curl command`. */
  what: string;
  isWrapped?: boolean;
}

export function Code({ text, language, what, isWrapped = false }: CodeProps) {
  return (
    <div className="code">
      {/* It can be scrolled, so it can be focused. */}
      <section
        className={isWrapped ? 'code-text wrapped' : 'code-text'}
        aria-label={what}
        tabIndex={0}
      >
        <pre>
          <code>
            {piecesOf(text, language).map(({ at, kind, piece }) =>
              kind === undefined ? (
                piece
              ) : (
                <span key={at} className={`code-${kind}`}>
                  {piece}
                </span>
              ),
            )}
          </code>
        </pre>
      </section>
      <CopyButton text={text} what={what} />
    </div>
  );
}

export interface Sample extends CodeProps {
  name: string;
}

/** The same thing in several languages. */
export function Samples({ label, samples }: { label: string; samples: [Sample, ...Sample[]] }) {
  const [name, setName] = useState(samples[0].name);
  const shown = samples.find((sample) => sample.name === name) ?? samples[0];
  return (
    <div className="samples">
      <Segments
        label={label}
        options={samples.map((sample) => ({ value: sample.name, label: sample.name }))}
        value={name}
        onChange={setName}
      />
      <Code key={name} {...shown} />
    </div>
  );
}

/** Shows JSON text formatted, and any other text unchanged. */
export function Json({ text, what }: { text: string; what: string }) {
  const laidOut = layOut(text);
  return laidOut === undefined ? (
    <Code text={text} language="text" what={what} isWrapped />
  ) : (
    <Code text={laidOut} language="json" what={what} isWrapped />
  );
}

function layOut(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text, asWritten), null, 2);
  } catch {
    return undefined;
  }
}

interface Exact {
  rawJSON?: (text: string) => unknown;
}

/** Keeps numbers as written, if the browser can: JavaScript would round long ones. */
function asWritten(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return (JSON as Exact).rawJSON?.(context.source) ?? value;
}

const PATTERNS: Record<CodeProps['language'], RegExp | undefined> = {
  shell:
    /(?<comment>#.*$)|(?<string>"[^"\n]*"|'[^']*')|(?<word>^\s*curl\b|(?<=\s)-{1,2}[a-zA-Z-]+)/gm,
  ts: /(?<comment>\/\/.*$)|(?<string>'[^'\n]*')|(?<word>\b(?:import|from|const|await|if|new)\b)/gm,
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.eE+-]*\b)|(?<word>\b(?:true|false|null)\b)/g,
  text: undefined,
};

/** Coloring needs an element for each piece, so a text longer than this is shown without colors. */
const MOST_COLOURED = 50_000;

function piecesOf(text: string, language: CodeProps['language']) {
  const pattern = PATTERNS[language];
  if (!pattern || text.length > MOST_COLOURED) return [{ at: 0, kind: undefined, piece: text }];
  const pieces: { at: number; kind: string | undefined; piece: string }[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) {
      pieces.push({ at: end, kind: undefined, piece: text.slice(end, match.index) });
    }
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0];
    pieces.push({ at: match.index, kind, piece: match[0] });
    end = match.index + match[0].length;
  }
  pieces.push({ at: end, kind: undefined, piece: text.slice(end) });
  return pieces;
}
