/** Writes the outputs of a job to the disk while its code runs: only files that the order keeps, and only whole ones. */
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeptOrder } from '../local/runtime.ts';

export interface Outputs {
  /**
   * The output at this place of the order; it replaces an older one. Returns why it is not kept if all outputs together
   * would be too large.
   */
  begin(place: number, bytes: number): string | undefined;
  /** No more than the announced bytes reach the disk: code could deceive what announces them. */
  add(part: Uint8Array): void;
  /** Whether the file is in its place. The code does not get error messages of the machine. */
  end(): boolean;
}

export function createOutputs(folder: string, order: KeptOrder): Outputs {
  const draft = join(folder, 'runtime-output');
  const kept = new Map<string, number>();
  let target = '';
  let file: number | undefined;
  let [announced, written] = [0, 0];
  const attempt = (work: () => void) => {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  };
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    begin(place, bytes) {
      close();
      const path = order.outputs[place]!;
      target = join(folder, 'work', path);
      kept.delete(target);
      const ofOthers = [...kept.values()].reduce((sum, each) => sum + each, 0);
      if (!(bytes <= order.maxArtifactBytes - ofOthers)) {
        attempt(() => rmSync(target, { force: true }));
        const besides = ofOthers > 0 ? ` in total, of which others have ${ofOthers}` : '';
        return `The file ${path} is not kept: it has ${bytes} bytes, and artifacts may have ${order.maxArtifactBytes}${besides}.`;
      }
      [announced, written] = [bytes, 0];
      attempt(() => {
        file = openSync(draft, 'w');
      });
      return undefined;
    },
    add(part) {
      if (file === undefined) return;
      written += part.length;
      if (written > announced || !attempt(() => writeFileSync(file!, part))) close();
    },
    end() {
      const isWhole = file !== undefined && written === announced;
      close();
      if (!isWhole) return false;
      const isKept = attempt(() => {
        mkdirSync(dirname(target), { recursive: true });
        renameSync(draft, target);
      });
      if (isKept) kept.set(target, written);
      return isKept;
    },
  };
}
