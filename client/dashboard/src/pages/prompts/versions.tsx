/** The versions of a prompt, newest first. */
import { allRows, type PromptRow, usePromptVersions } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Ago, Badge, Card, Listing } from '../../parts/index.ts';
import { PromptLink } from './link.tsx';

export function Versions({ prompt: { name }, shown }: { prompt: PromptRow; shown: string }) {
  const { workspaceId } = useHere();
  const versions = usePromptVersions(workspaceId, name);
  return (
    <Card title="Versions" isFlush>
      <Listing list={versions} rows={allRows(versions.data)} what="the versions" empty={null}>
        {(rows) => (
          <ol className="prompt-versions">
            {rows.map(({ version, labels, comment, createdAt }) => (
              <li key={version} aria-current={String(version) === shown ? 'true' : undefined}>
                <span className="prompt-labels">
                  <PromptLink name={name} version={version}>
                    Version {version}
                  </PromptLink>
                  {labels.map((label) => (
                    <Badge key={label} tone="plain">
                      {label}
                    </Badge>
                  ))}
                  <span className="prompt-when faint">
                    <Ago at={createdAt} />
                  </span>
                </span>
                {comment !== undefined && <span className="row-note">{comment}</span>}
              </li>
            ))}
          </ol>
        )}
      </Listing>
    </Card>
  );
}
