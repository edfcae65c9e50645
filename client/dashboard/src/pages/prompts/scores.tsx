/** The scores of the runs of each version: the mean of numbers, and the frequency of each other value. */
import { type PromptScore, usePromptScores } from '../../api/index.ts';
import { formatCount, formatShare } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, DataTable, Listing } from '../../parts/index.ts';
import { PromptLink } from './link.tsx';

export function PromptScores({ name }: { name: string }) {
  const { workspaceId } = useHere();
  const scores = usePromptScores(workspaceId, name);
  return (
    <Card
      title="Scores by version"
      about={`For runs attributed to this prompt.${scores.data?.isPartial ? ' Only the newest 50,000 scores are counted.' : ''}`}
      isFlush
    >
      <Listing
        list={scores}
        rows={scores.data?.scores}
        what="the scores"
        bones={3}
        empty={
          <p className="card-note muted">
            No scores yet. Programs score runs with a key; people score them on a run’s page.
          </p>
        }
      >
        {(rows) => <ScoreTable name={name} scores={rows} />}
      </Listing>
    </Card>
  );
}

function ScoreTable({ name, scores }: { name: string; scores: PromptScore[] }) {
  return (
    <DataTable
      label="Scores by version"
      rows={scores}
      keyOf={({ version, name: score, dataType }) => JSON.stringify([version, score, dataType])}
      numbers={['Count']}
      classes={{ Score: 'prompt-name' }}
      columns={{
        Score: (score) => score.name,
        Version: ({ version }) =>
          version === undefined ? (
            <span className="faint">not set</span>
          ) : (
            <span>
              <PromptLink name={name} version={version}>
                {version}
              </PromptLink>
            </span>
          ),
        Count: ({ count }) => formatCount(count),
        Result: (score) => <Result score={score} />,
      }}
    />
  );
}

function Result({
  score: { mean, lowest, highest, values = [], count, dataType },
}: {
  score: PromptScore;
}) {
  if (mean !== undefined) {
    return (
      <span>
        <strong>{mean}</strong>
        <span className="row-note">
          {lowest === highest ? 'always' : `on average, from ${lowest} to ${highest}`}
        </span>
      </span>
    );
  }
  const named = values.reduce((sum, each) => sum + each.count, 0);
  return (
    <span className="score-shares">
      {values.map((each) => (
        <span key={each.value} className="score-share">
          <span>
            {dataType === 'boolean' ? (each.value === 'true' ? 'yes' : 'no') : each.value}
          </span>
          <span className="muted">
            {formatCount(each.count)} ({formatShare(each.count, count)})
          </span>
          <span className="score-bar" aria-hidden="true">
            <span style={{ width: `${(each.count / count) * 100}%` }} />
          </span>
        </span>
      ))}
      {named < count && <span className="muted">{formatCount(count - named)} of other values</span>}
    </span>
  );
}
