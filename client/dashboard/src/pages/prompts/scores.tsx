/** The scores of the runs of each version: the mean of numbers, and the frequency of each other value. */
import { type PromptScore, usePromptScores } from '../../api/index.ts';
import { formatCount, formatShare } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Failure, Skeleton, Table } from '../../parts/index.ts';
import { PromptLink } from './link.tsx';

export function PromptScores({ name }: { name: string }) {
  const { workspaceId } = useHere();
  const { data, error, refetch } = usePromptScores(workspaceId, name);
  return (
    <Card
      title="Scores by version"
      about={`For runs attributed to this prompt.${data?.isPartial ? ' Only the newest 50,000 scores are counted.' : ''}`}
      isFlush
    >
      {data ? (
        data.scores.length === 0 ? (
          <p className="card-note muted">
            No scores yet. Programs score runs with a key; people score them on a run’s page.
          </p>
        ) : (
          <ScoreTable name={name} scores={data.scores} />
        )
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={3} label="Loading the scores" />
      )}
    </Card>
  );
}

function ScoreTable({ name, scores }: { name: string; scores: PromptScore[] }) {
  return (
    <Table label="Scores by version">
      <thead>
        <tr>
          <th scope="col">Score</th>
          <th scope="col">Version</th>
          <th scope="col" className="number">
            Count
          </th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {scores.map((score) => (
          <tr key={JSON.stringify([score.version, score.name, score.dataType])}>
            <th scope="row" className="prompt-name">
              {score.name}
            </th>
            <td data-label="Version">
              <span>
                {score.version === undefined ? (
                  <span className="faint">not set</span>
                ) : (
                  <PromptLink name={name} version={score.version}>
                    {score.version}
                  </PromptLink>
                )}
              </span>
            </td>
            <td data-label="Count" className="number">
              <span>{formatCount(score.count)}</span>
            </td>
            <td data-label="Result">
              <Result score={score} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
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
