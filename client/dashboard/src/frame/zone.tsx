/** The time zone in which a person sees a workspace: its own, or that of the browser, which remembers the choice. */
import { createSignal, useSignal } from '../api/index.ts';
import { Button, browserZone, useZone } from '../parts/index.ts';
import './zone.css';

type Choice = 'workspace' | 'browser';

const KEY = 'time-zone';
const choice = createSignal<Choice>(stored());

export function useShownZone(ofWorkspace: string): string {
  return useSignal(choice) === 'browser' ? browserZone() : ofWorkspace;
}

/** At the end of every page. Only the zone that is shown is named once; the other one is a choice. */
export function ZoneLine({ ofWorkspace }: { ofWorkspace: string }) {
  const shown = useZone();
  const own = browserZone();
  const isOwn = useSignal(choice) === 'browser';
  return (
    <footer className="zone-line">
      <p>
        Dates and times are in <strong>{shown}</strong>,{' '}
        {isOwn ? 'the time zone of this browser' : 'the time zone of the workspace'}.
      </p>
      {own !== ofWorkspace && (
        <Button small look="quiet" onPress={() => choose(isOwn ? 'workspace' : 'browser')}>
          Show in {isOwn ? ofWorkspace : own}
        </Button>
      )}
    </footer>
  );
}

function choose(next: Choice): void {
  choice.set(next);
  try {
    if (next === 'browser') localStorage.setItem(KEY, next);
    else localStorage.removeItem(KEY);
  } catch {
    // If the browser forbids storage, the choice lasts only for this page.
  }
}

function stored(): Choice {
  try {
    return localStorage.getItem(KEY) === 'browser' ? 'browser' : 'workspace';
  } catch {
    return 'workspace';
  }
}
