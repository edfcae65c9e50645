/** Says what is no longer stored, and since when. */
import { Moment } from '../../parts/index.ts';

export function Purged({ what, at }: { what: string; at: string | undefined }) {
  return (
    <p className="muted">
      {what} is no longer stored. It was deleted
      {at === undefined ? '' : ' on '}
      {at !== undefined && <Moment at={at} />}. The receipt stays.
    </p>
  );
}
