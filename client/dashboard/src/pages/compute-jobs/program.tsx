/** Shows the program of a job as text. */
import type { ReactNode } from 'react';
import type { JobProgram, JobText } from '../../api/index.ts';
import { formatBytes, plural } from '../../format/index.ts';
import { Card, Code } from '../../parts/index.ts';
import { Purged } from '../runs/purged.tsx';

interface ProgramProps {
  program: JobProgram | undefined;
  purgedAt: string | undefined;
}

export function Program({ program, purgedAt }: ProgramProps) {
  if (!program) {
    return (
      <Card title="Program">
        <Purged what="The program and its output" at={purgedAt} />
      </Card>
    );
  }
  const { source, command, stdin, files = [], variables = [], outputs = [], isCut } = program;
  return (
    <Card title="Program">
      <div className="program">
        {source && <Text name="Source" text={source} language="ts" />}
        {command && (
          <Part name="Command">
            <Code text={command.map(word).join(' ')} language="text" what="the command" isWrapped />
          </Part>
        )}
        {stdin && <Text name="Standard input" text={stdin} language="text" />}
        {files.length > 0 && (
          <Part name="Files">
            {files.map(({ path, bytes, text, isCut: isPart }) =>
              text === undefined ? (
                <p key={path} className="program-file">
                  <code>{path}</code> <span className="faint">{formatBytes(bytes)}, no text</span>
                </p>
              ) : (
                <details key={path} className="tool">
                  <summary>
                    <code>{path}</code> <span className="faint">{formatBytes(bytes)}</span>
                  </summary>
                  <Code text={text} language="text" what={`the file ${path}`} isWrapped />
                  {isPart && <Cut bytes={bytes} />}
                </details>
              ),
            )}
          </Part>
        )}
        {variables.length > 0 && (
          <Names
            name="Variables"
            names={variables}
            note="Values are hidden because they’re often secret."
          />
        )}
        {outputs.length > 0 && <Names name="Files to keep" names={outputs} />}
        {isCut && <p className="hint">The command or file list is longer than shown.</p>}
      </div>
    </Card>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="program-part">
      <h3>{name}</h3>
      {children}
    </section>
  );
}

interface TextProps {
  name: string;
  text: JobText;
  language: 'ts' | 'text';
}

function Text({ name, text: { text, bytes, isCut }, language }: TextProps) {
  return (
    <Part name={name}>
      <Code text={text} language={language} what={`the ${name.toLowerCase()}`} isWrapped />
      {isCut && <Cut bytes={bytes} />}
    </Part>
  );
}

function Cut({ bytes }: { bytes: number }) {
  return <p className="hint">Showing the beginning. The full content is {formatBytes(bytes)}.</p>;
}

function Names({ name, names, note }: { name: string; names: string[]; note?: string }) {
  return (
    <Part name={`${name}: ${plural(names.length, 'name')}`}>
      <p className="program-names">
        {names.map((each) => (
          <code key={each}>{each}</code>
        ))}
      </p>
      {note !== undefined && <p className="hint">{note}</p>}
    </Part>
  );
}

/** Formats a command as a user types it. Arguments with special characters are quoted. */
function word(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
