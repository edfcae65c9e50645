/**
 * What the environment says, before any variable has a meaning: values in files, and names that are nearly right.
 *
 * Variables may have their values in files, named by the same variable with the suffix `_FILE`: orchestrators mount such
 * files. If a file has changed, the process reads it again when it next needs the value; if it cannot be read then, the
 * last value stays.
 */
import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';

export type Environment = Record<string, string | undefined>;

type FoundSecret =
  | { source: 'environment' | 'file'; text: string }
  | { source: 'default' }
  /** The problem, with the variable `at`. */
  | { source: 'file'; at: string; fault: string };

const LOOK_EVERY_MS = 1_000;

/** An empty variable counts as unset. */
export function findSecret(name: string, environment: Environment): FoundSecret {
  const text = environment[name];
  const fileName = fileVariable(name);
  const path = environment[fileName];
  if (!path) return text ? { source: 'environment', text } : { source: 'default' };
  if (text) return { source: 'file', at: name, fault: `and ${fileName} are both set: unset one` };
  try {
    const read = readSecret(path);
    if (read !== '') return { source: 'file', text: read };
    return { source: 'file', at: fileName, fault: 'names an empty file' };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    return { source: 'file', at: fileName, fault: `names a file that cannot be read (${code})` };
  }
}

export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

/** The current value, or the value within the last `everyMs`. */
export function followSecret(
  name: string,
  environment: Environment,
  everyMs = LOOK_EVERY_MS,
): () => string | undefined {
  const path = environment[fileVariable(name)];
  if (!path) return () => environment[name] || undefined;
  let text: string | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - lookedAt < everyMs) return text;
    lookedAt = performance.now();
    try {
      text = readSecret(path) || text;
    } catch {
      // Somebody may be replacing it right now.
    }
    return text;
  };
}

/** Without the line ending that editors append. */
function readSecret(path: string): string {
  return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
}

/*
 * Names in the environment that are nearly those of variables of the service: most often a slip, which would start the
 * service without the setting. Names that are far from ours belong to other programs.
 */

export interface NearMiss {
  name: string;
  /** The name that was probably meant. */
  meant: string;
  /** Whether it is a single slip, and no name that other programs are known to read. */
  isSlip: boolean;
}

/** Where Docker images and Kubernetes put the addresses of services. */
const ADDRESS_OF_SERVICE = /^(tcp|udp):\/\//;
/** Variables of other programs that are this near and mean something else. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['POSTGRES_GID', 'POSTGRES_URL', 'POSTGRES_URI', 'DATABASE_PORT'],
]);
/** Variables of other programs that mean nearly the same: they may be slips or not. */
const ALIKE: ReadonlySet<string> = new Set(['LOGLEVEL', 'DATADIR']);

export function nearMisses(environment: Environment, names: readonly string[]): NearMiss[] {
  const known = new Set(names);
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (value === '' || known.has(name) || OTHERS.has(name)) return [];
    if (!/^[A-Za-z]\w*$/.test(name) || ADDRESS_OF_SERVICE.test(value)) return [];
    const near = nearest(name, names);
    if (near === undefined) return [];
    return [{ name, meant: near.known, isSlip: near.far <= 1 && !ALIKE.has(name) }];
  });
}

function nearest(name: string, names: readonly string[]) {
  const plain = squeezed(name);
  const near = names
    // A suffix of its own, as in OPENROUTER_API_KEY_2, makes a name that an operator chose.
    .filter((known) => !name.startsWith(`${known}_`))
    .map((known) => ({ known, far: slipsBetween(plain, squeezed(known)) }))
    .filter(({ known, far }) => far <= slipsIn(known))
    .sort((a, b) => a.far - b.far);
  return near[0];
}

/** How many letters may be wrong: none in a short name, which many programs have. */
function slipsIn(name: string): number {
  const { length } = squeezed(name);
  return length < 7 ? 0 : length < 11 ? 1 : 2;
}

/** Wrong letters; two that changed places are one slip. */
function slipsBetween(a: string, b: string): number {
  const i = [...a].findIndex((letter, at) => letter !== b[at]);
  const swapped = `${a.slice(0, i)}${a[i + 1]}${a[i]}${a.slice(i + 2)}`;
  return i >= 0 && swapped === b ? 1 : distance(a, b);
}

function squeezed(name: string): string {
  return name.replaceAll('_', '').toUpperCase();
}
