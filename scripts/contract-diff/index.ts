/** Compares two contracts and judges whether the version of the newer one says what has changed. */
import { readFileSync } from 'node:fs';
import { compare } from './compare.ts';
import { plain } from './plain.ts';
import { table } from './table.ts';
import { faultOf } from './verdict.ts';
import { weigh } from './weigh.ts';

interface Files {
  released: string;
  present: string;
  changelog: string;
}

interface Judgement {
  released: string;
  present: string;
  table: string;
  /** A sentence that says what to do, if the version does not say what changed. */
  fault: string | undefined;
}

export function judge(files: Files): Judgement {
  const released = read(files.released);
  const present = read(files.present);
  const weighed = compare(released, present).map((change) => ({
    weight: weigh(change, released),
    change,
  }));
  const versions = { released: released.info.version, present: present.info.version };
  return {
    ...versions,
    table: table(weighed, present, released),
    fault: faultOf({
      ...versions,
      paths: Object.keys(present.paths),
      weights: weighed.map(({ weight }) => weight),
      changelog: readFileSync(files.changelog, 'utf8'),
    }),
  };
}

interface Contract {
  [member: string]: unknown;
  info: { version: string };
  paths: Record<string, unknown>;
}

function read(file: string): Contract {
  return plain(JSON.parse(readFileSync(file, 'utf8')) as Contract);
}
