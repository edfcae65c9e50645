/** The states of a run in their order, with the time that each took. */
import type { StateChange } from '../../api/index.ts';
import { formatDuration } from '../../format/index.ts';
import { Ago, Moment, toneOfState, wordsOfState } from '../../parts/index.ts';

interface TimelineProps {
  history: StateChange[];
  isOver: boolean;
  isOfJob: boolean;
}

export function Timeline({ history, isOver, isOfJob }: TimelineProps) {
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
            <span className="hint">{(isOfJob && WORDS_OF_JOB[state]) || WORDS[state]}</span>
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
  reserved: 'Saved, and the money is held.',
  queued: 'Waiting for the provider to have room.',
  submitting: 'May be with the provider.',
  running: 'The engine has it, and the code runs.',
  received: 'The answer is saved; its price is being looked up.',
  needs_reconciliation: 'The outcome is unknown and is being looked up.',
  completed: 'The answer and the receipt are there.',
  failed: 'Nothing was charged, and the hold went back.',
};

/** Where an engine stands in place of a provider. */
const WORDS_OF_JOB: Record<string, string> = {
  queued: 'Waiting for the engine to have room.',
  submitting: 'Being started.',
  needs_reconciliation: 'Whether it runs is unknown and is being looked up.',
  completed: 'How it ended and the receipt are there.',
};
