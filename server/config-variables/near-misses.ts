/**
 * Names in the environment that are nearly those of variables of the service: most often a slip, which would start the
 * service without the setting. Names that are far from ours belong to other programs.
 */
import { distance } from 'fastest-levenshtein';
import type { Environment } from '../kernel/secret-files.ts';

/** Where Docker images and Kubernetes put the addresses of services. */
const ADDRESS_OF_SERVICE = /^(tcp|udp):\/\//;
/** Variables of other programs that are this near. */
const OTHERS: ReadonlySet<string> = new Set(['POSTGRES_GID']);

/** A sentence for each such name, with the name that was probably meant. */
export function nearMisses(environment: Environment, names: readonly string[]): string[] {
  const known = new Set(names);
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (value === '' || known.has(name) || OTHERS.has(name)) return [];
    if (!/^[A-Za-z]\w*$/.test(name) || ADDRESS_OF_SERVICE.test(value)) return [];
    const meant = nearest(name, names);
    return meant === undefined ? [] : [`${name} is no variable of the service: is it ${meant}?`];
  });
}

function nearest(name: string, names: readonly string[]): string | undefined {
  const plain = squeezed(name);
  const near = names
    // A suffix of its own, as in OPENROUTER_API_KEY_2, makes a name that an operator chose.
    .filter((known) => !name.startsWith(`${known}_`))
    .map((known) => ({ known, far: distance(plain, squeezed(known)) }))
    .filter(({ known, far }) => far <= slipsIn(known))
    .sort((a, b) => a.far - b.far);
  return near[0]?.known;
}

/** How many letters may be wrong: none in a short name, which many programs have. */
function slipsIn(name: string): number {
  const { length } = squeezed(name);
  return length < 7 ? 0 : length < 11 ? 1 : 2;
}

function squeezed(name: string): string {
  return name.replaceAll('_', '').toUpperCase();
}
