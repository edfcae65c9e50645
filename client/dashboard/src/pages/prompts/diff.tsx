/** Compares two versions side by side; on a narrow page, one below the other. */
import { useState } from 'react';
import {
  allRows,
  type PromptDiff,
  type PromptRow,
  type PromptVersion,
  usePromptDiff,
  usePromptVersions,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Loaded, Pick } from '../../parts/index.ts';
import { type Line, MOST_LINES, rowsOf } from './lines.ts';

interface ChangesProps {
  prompt: PromptRow;
  version: PromptVersion;
}

export function Changes({ prompt: { name }, version: { version, parentVersion } }: ChangesProps) {
  const { workspaceId } = useHere();
  const before = parentVersion || version - 1 || version + 1;
  const [from, setFrom] = useState(String(before));
  const rows = allRows(usePromptVersions(workspaceId, name).data) ?? [];
  const others = rows.filter((each) => each.version !== version).map((each) => each.version);
  const numbers = others.includes(Number(from)) ? others : [Number(from), ...others];
  const diff = usePromptDiff(workspaceId, name, { from: Number(from), to: version });
  return (
    <div className="prompt-changes">
      <Pick
        label="Compared with"
        options={numbers.map((each) => ({ value: String(each), label: `Version ${each}` }))}
        value={from}
        onChange={setFrom}
      />
      <Loaded query={diff} rows={4} label="Comparing">
        {(data) => <Parts diff={data} />}
      </Loaded>
    </div>
  );
}

function Parts({ diff: { fromVersion, toVersion, changes } }: { diff: PromptDiff }) {
  if (changes.length === 0) return <p className="muted">No changes between these versions.</p>;
  return changes.map(({ part, blocks }) => {
    const lines = rowsOf(blocks);
    return (
      <section key={part}>
        <h3>{TITLES[part] ?? part}</h3>
        <table className="diff" aria-label={`${TITLES[part] ?? part}, compared`}>
          <thead>
            <tr>
              <th scope="col">Version {fromVersion}</th>
              <th scope="col">Version {toVersion}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, MOST_LINES).map((line) => (
              <Row key={line.at} line={line} />
            ))}
          </tbody>
        </table>
        {lines.length > MOST_LINES && <p className="hint">The rest is too long to show.</p>}
      </section>
    );
  });
}

function Row({ line: { before, after, folded } }: { line: Line }) {
  if (folded !== undefined) {
    return (
      <tr className="folded">
        <td colSpan={2}>{folded} lines that are the same</td>
      </tr>
    );
  }
  if (before !== undefined && before === after) {
    return (
      <tr className="same">
        <td>{before}</td>
        <td>{after}</td>
      </tr>
    );
  }
  return (
    <tr>
      {before === undefined ? (
        <td />
      ) : (
        <td className="removed">
          <del>{before}</del>
        </td>
      )}
      {after === undefined ? (
        <td />
      ) : (
        <td className="added">
          <ins>{after}</ins>
        </td>
      )}
    </tr>
  );
}

const TITLES: Record<string, string> = {
  content: 'Text and messages',
  config: 'Config',
  variables: 'Schema of the variables',
};
