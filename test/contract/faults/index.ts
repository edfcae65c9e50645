/** Every fault that the tests plant, by document and by the rule that must find it. */
import { dashboardFaults, operatorFaults } from './dashboard.ts';
import { operationFaults } from './operations.ts';
import { type Fault, type Faults, overlap } from './plant.ts';
import { schemaFaults } from './schemas.ts';

export { plant } from './plant.ts';

export const faults: Faults = { ...operationFaults, ...schemaFaults };
export { dashboardFaults, operatorFaults };

interface Planted {
  rule: string;
  fault: Fault;
}

/**
 * The faults in as few documents as possible, because each document costs the linter time: in one document, every fault
 * belongs to another rule and is at another location, so each rule that reports one is known to be right.
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
