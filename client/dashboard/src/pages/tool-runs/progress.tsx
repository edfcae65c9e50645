/** The progress of a tool, as it was last reported. */
import type { ToolRun } from '../../api/index.ts';
import { formatCount } from '../../format/index.ts';
import { Card } from '../../parts/index.ts';
import './progress.css';

export function Progress({ progress }: { progress: NonNullable<ToolRun['progress']> }) {
  const { value, total, message } = progress;
  const words =
    total === undefined ? formatCount(value) : `${formatCount(value)} of ${formatCount(total)}`;
  return (
    <Card title="Progress" about={message}>
      <div className="progress">
        {total !== undefined && total > 0 && (
          <progress value={Math.min(value, total)} max={total} aria-label="Tool progress" />
        )}
        <span className="number">{words}</span>
      </div>
    </Card>
  );
}
