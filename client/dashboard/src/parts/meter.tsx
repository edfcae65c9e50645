/** A bar that shows how much is used. A text next to it has the amounts. */
import { formatShare } from '../format/index.ts';
import './meter.css';

export function Meter({ used, of, label }: { used: number; of: number; label: string }) {
  const share = of === 0 ? 1 : Math.min(1, used / of);
  return (
    <meter
      className="meter"
      min={0}
      max={1}
      high={0.9}
      optimum={0}
      value={share}
      aria-label={label}
    >
      {formatShare(used, of)}
    </meter>
  );
}
