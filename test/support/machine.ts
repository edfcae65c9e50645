/** The room of a machine, as tests of engines need it: only what they name is bounded. */
import { join } from 'node:path';
import {
  type Capacity,
  type Machine,
  openMachine,
} from '../../server/compute-jobs/engines/machine.ts';

export function machineIn(root: string, bounds: Partial<Capacity> = {}): Promise<Machine> {
  const much = { cpuMillis: 1_000_000, memoryMb: 1_000_000, jobs: 1_000 };
  return openMachine(join(root, 'machine'), { ...much, ...bounds });
}
