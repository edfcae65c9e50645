/**
 * Names in the environment that are nearly those of variables of the service: most often a slip, which would start the
 * service without the setting. Names that are far from ours belong to other programs.
 */
import { distance } from 'fastest-levenshtein';
import type { Environment } from './secret-files.ts';

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
