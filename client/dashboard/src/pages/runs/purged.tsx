/** What is not kept any longer, and since when. */
import { Moment } from '../../parts/index.ts';

export function Purged({ what, at }: { what: string; at: string | undefined }) {
  return (
    <p className="muted">
      {what} is not kept any longer: it was purged
      {at === undefined ? '' : ' on '}
      {at !== undefined && <Moment at={at} />}. The receipt stays.
    </p>
  );
}
