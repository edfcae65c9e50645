/** The scores of a run, a span or a session. Users with permission can add and delete scores. */
import { useState } from 'react';
import {
  allRows,
  type Judged,
  type ScoreRow,
  useKeyNames,
  useScores,
  useWorkspace,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Actions, Ago, Badge, Button, Card, Listing } from '../../parts/index.ts';
import { DeleteScore } from './delete.tsx';
import { Judge } from './judge.tsx';
import './scores.css';

export function Scores({ judged }: { judged: Judged }) {
  const { workspaceId, isAtLeast } = useHere();
  const workspace = useWorkspace(workspaceId);
  const scores = useScores(workspaceId, judged);
  const [isJudging, setJudging] = useState(false);
  const [going, setGoing] = useState<ScoreRow>();
  const mayJudge =
    isAtLeast('admin') || workspace.data?.memberScopes.includes('observability:run') === true;
  return (
    <Card
      title="Scores"
      isFlush
      actions={
        mayJudge && (
          <Button small icon="plus" onPress={() => setJudging(true)}>
            Add a score
          </Button>
        )
      }
    >
      <Listing
        list={scores}
        rows={allRows(scores.data)}
        what="the scores"
        bones={2}
        empty={<p className="card-note muted">No scores yet.</p>}
      >
        {(rows) => (
          <ul className="scores">
            {rows.map((score) => (
              <Score key={score.id} score={score} {...(mayJudge && { onDelete: setGoing })} />
            ))}
          </ul>
        )}
      </Listing>
      {isJudging && <Judge judged={judged} onClose={() => setJudging(false)} />}
      {going && <DeleteScore score={going} onClose={() => setGoing(undefined)} />}
    </Card>
  );
}

function Score({ score, onDelete }: { score: ScoreRow; onDelete?: (score: ScoreRow) => void }) {
  const { workspaceId } = useHere();
  const nameOfKey = useKeyNames(workspaceId);
  const { name, value, comment, source, savedBy, keyId, createdAt } = score;
  const by = savedBy?.name ?? (keyId === undefined ? 'somebody who has left' : nameOfKey(keyId));
  return (
    <li>
      <span className="score-line">
        <span className="score-name">{name}</span>
        <strong className="score-value">{wordsOf(value)}</strong>
        {source === 'automatic' && <Badge tone="plain">Automatic</Badge>}
      </span>
      {onDelete && (
        <Actions
          label={`Actions on the score ${name}`}
          actions={[{ name: 'Delete', onAction: () => onDelete(score) }]}
        />
      )}
      {comment !== undefined && <p className="score-comment">{comment}</p>}
      <p className="score-by">
        {by}, <Ago at={createdAt} />
      </p>
    </li>
  );
}

export function wordsOf(value: ScoreRow['value']): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
