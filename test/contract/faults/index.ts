/** Every fault that the tests plant, by the document and the rule that must find it. */
import { dashboardFaults } from './dashboard.ts';
import { operationFaults } from './operations.ts';
import { type Fault, type Faults, overlap } from './plant.ts';
import { schemaFaults } from './schemas.ts';

export { plant } from './plant.ts';

export const faults: Faults = { ...operationFaults, ...schemaFaults };
export { dashboardFaults };

export interface Planted {
  rule: string;
  fault: Fault;
}

/**
 * The faults in as few documents as can be, because each document costs the linter its time: in one document
 * every fault is of another rule and at another place, so that each rule that speaks up is known to be right.
 */
export function batches(faults: Faults, size: number): Planted[][] {
  const result: Planted[][] = [];
  for (const [rule, list] of Object.entries(faults)) {
    for (const fault of list) {
      const fits = (batch: Planted[]) =>
        batch.length < size &&
        batch.every((other) => other.rule !== rule && !overlap(other.fault, fault));
      const batch = result.find(fits);
      if (batch) batch.push({ rule, fault });
      else result.push([{ rule, fault }]);
    }
  }
  return result;
}
