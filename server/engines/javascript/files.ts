/** Writes the outputs of a job to the disk while its code runs: only files that the order keeps, and only whole ones. */
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeptOrder } from '../local/runtime.ts';

export interface Outputs {
  /** The output at this place of the order. Returns why it is not kept if it is too large; it replaces an older one. */
  begin(place: number, bytes: number): string | undefined;
  add(part: Uint8Array): void;
  /** Whether the file is in its place. The code does not get error messages of the machine. */
  end(): boolean;
}

export function createOutputs(folder: string, order: KeptOrder): Outputs {
  const draft = join(folder, 'runtime-output');
  let target = '';
  let file: number | undefined;
  const attempt = (work: () => void) => {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  };
  return {
    begin(place, bytes) {
      const path = order.outputs[place]!;
      target = join(folder, 'work', path);
      if (bytes > order.maxArtifactBytes) {
        attempt(() => rmSync(target, { force: true }));
        return `The file ${path} is not kept: it has ${bytes} bytes, and artifacts may have ${order.maxArtifactBytes}.`;
      }
      attempt(() => {
        file = openSync(draft, 'w');
      });
      return undefined;
    },
    add(part) {
      if (file === undefined || attempt(() => writeFileSync(file!, part))) return;
      closeSync(file);
      file = undefined;
    },
    end() {
      if (file === undefined) return false;
      closeSync(file);
      file = undefined;
      return attempt(() => {
        mkdirSync(dirname(target), { recursive: true });
        renameSync(draft, target);
      });
    },
  };
}
