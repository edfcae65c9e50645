/** Creates a call of a tool or a job again, and holds at most as much credit as the first one. */
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import {
  type AnyRun,
  createRequestKeys,
  KINDS,
  kindOf,
  subjectOf,
  usePlayground,
  useRepeat,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Button, Json, Money, SaveDialog, useSubmission } from '../../parts/index.ts';

interface RepeatProps {
  run: AnyRun;
  /** The input of the run, for display; undefined if it is no longer stored. */
  input: object | undefined;
}

export function Repeat({ run, input }: RepeatProps) {
  const { workspaceId } = useHere();
  const [isOpen, setOpen] = useState(false);
  const { data } = usePlayground(workspaceId);
  const isAllowed = data?.mayRun[KINDS[kindOf(run)].scopes];
  // The page says so if the content is purged.
  if (!isAllowed || input === undefined) return null;
  return (
    <>
      <Button small icon="play" onPress={() => setOpen(true)}>
        Run again
      </Button>
      {isOpen && <RepeatDialog run={run} input={input} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  run: AnyRun;
  input: object;
  onClose: () => void;
}

function RepeatDialog({ run, input, onClose }: DialogProps) {
  const { workspaceId, to } = useHere();
  const [, navigate] = useLocation();
  const keys = useRef(createRequestKeys());
  const repeat = useRepeat(workspaceId, run);
  const submission = useSubmission(async () => {
    try {
      const id = await repeat.mutateAsync(keys.current.keyFor(run.id));
      keys.current.settle();
      announce('Started a new run.');
      navigate(to(`${kindOf(run)}/${id}`));
      onClose();
    } catch (error) {
      keys.current.settle(error);
      throw error;
    }
  });
  return (
    <SaveDialog title="Run again" submission={submission} save="Run again" isWide onClose={onClose}>
      <p>
        This makes a new run of <code>{subjectOf(run)}</code> with the same input. It costs at most{' '}
        <Money amount={run.reservedAmount} />, paid from the playground’s credit.
      </p>
      <p className="hint">If the price has gone up since, nothing runs and nothing is charged.</p>
      <Json text={JSON.stringify(input)} what="the input" />
    </SaveDialog>
  );
}
