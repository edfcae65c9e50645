/**
 * Submits a form: once at a time, however often it is pressed; a failure leaves what was typed. The session may end or
 * the server may become unreachable meanwhile; the form says so and can be submitted again.
 */
import { type FormEvent, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { faultsByField, hasCode, retryAtOf, sayProblem } from '../api/index.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { FormContext, useSecondsLeft, wordsOfWait } from './wait.ts';
import './form.css';

export interface Submission {
  submit: () => void;
  isPending: boolean;
  /** True for a while after success, for a button that says so. */
  isDone: boolean;
  error: unknown;
  reset: () => void;
}

export function useSubmission(send: () => Promise<void>): Submission {
  const busy = useRef(false);
  const [isPending, setPending] = useState(false);
  const [isDone, setDone] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2_500);
    return () => clearTimeout(timer);
  }, [isDone]);

  async function submit() {
    // State changes only with the next render, so a double click would submit twice.
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setError(undefined);
    try {
      await send();
      setDone(true);
    } catch (reason) {
      setError(reason);
    } finally {
      busy.current = false;
      setPending(false);
    }
  }
  return {
    submit: () => void submit(),
    isPending,
    isDone,
    error,
    reset: () => setError(undefined),
  };
}

interface FormProps {
  submission: Submission;
  /** Fields that show their faults themselves. */
  fields?: readonly string[];
  children: ReactNode;
}

export function Form({ submission, fields = [], children }: FormProps) {
  const { isPending, isDone } = submission;
  const isWaiting = useSecondsLeft(submission.error) > 0;
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isWaiting) submission.submit();
  }
  return (
    <form className="form" onSubmit={onSubmit} noValidate>
      <FormContext value={{ isWaiting, isPending, isDone }}>{children}</FormContext>
      <FormProblem error={submission.error} fields={fields} />
    </form>
  );
}

interface SaveButtonProps {
  isReady?: boolean;
  /** Whether the form has what is saved already. */
  isSame?: boolean;
  children?: string;
}

/** The button of a form that stays where it is. It says for a while that the form was saved, and keeps the focus. */
export function SaveButton({ isReady = true, isSame = false, children = 'Save' }: SaveButtonProps) {
  const { isDone } = use(FormContext);
  return (
    <Button type="submit" isDisabled={!isReady || (isSame && !isDone)}>
      {isDone ? 'Saved' : children}
    </Button>
  );
}

/** Shows the faults that no field shows. */
export function FormProblem({
  error,
  fields = [],
}: {
  error: unknown;
  fields?: readonly string[];
}) {
  const seconds = useSecondsLeft(error);
  if (error === undefined || error === null) return null;
  // The time to wait is over.
  if (retryAtOf(error) !== undefined && seconds === 0) return null;
  const { '': rest, ...shown } = faultsByField(error, fields);
  if (hasCode(error, 'unauthenticated')) {
    return (
      <Notice tone="warn" title="Your session ended" isAlert>
        Your changes weren’t saved, but everything you typed is still here. Sign in and try again.
      </Notice>
    );
  }
  if (rest === undefined && Object.keys(shown).length > 0) return null;
  const { title, detail, requestId } = sayProblem(error);
  return (
    <Notice tone="bad" title={title} isAlert>
      {rest ?? detail}
      {seconds > 0 && <span aria-live="off"> Try again in {wordsOfWait(seconds)}.</span>}
      {requestId !== undefined && <span className="request-id">{requestId}</span>}
    </Notice>
  );
}
