/** The states of a run in their order, with the duration of each. */
import type { StateChange } from '../../api/index.ts';
import { formatDuration } from '../../format/index.ts';
import { Ago, Moment, toneOfState, wordsOfState } from '../../parts/index.ts';

interface TimelineProps {
  history: StateChange[];
  isOver: boolean;
  /** The words of states that differ for this kind of runs. */
  words: Readonly<Record<string, string>>;
}

export function Timeline({ history, isOver, words }: TimelineProps) {
  return (
    <ol className="timeline">
      {history.map(({ state, at }, index) => {
        const next = history[index + 1];
        const isLast = next === undefined;
        return (
          <li key={`${at} ${state}`} className={isLast && !isOver ? 'now' : undefined}>
            <span className={`timeline-dot ${toneOfState(state)}`} aria-hidden="true" />
            <strong>{wordsOfState(state)}</strong>
            <span className="faint timeline-at">
              <Moment at={at} />
            </span>
            <span className="hint">{words[state] ?? WORDS[state]}</span>
            {next ? (
              <span className="timeline-took">
                {formatDuration(Date.parse(next.at) - Date.parse(at))}
              </span>
            ) : (
              !isOver && (
                <span className="timeline-took">
                  began <Ago at={at} />
                </span>
              )
            )}
          </li>
        );
      })}
    </ol>
  );
}

const WORDS: Record<string, string> = {
  reserved: 'Saved; credit is on hold.',
  queued: 'Waiting for provider capacity.',
  submitting: 'Sent to the provider.',
  running: 'Running on the engine.',
  received: 'Answer saved; checking its price.',
  needs_reconciliation: 'Outcome unknown; checking with the provider.',
  completed: 'Answer and receipt saved.',
  failed: 'Not charged; the hold was released.',
};
