/** The names of all members that requests and answers of an operation can have, and of its parameters. */
import type { ContractDocument } from './contract.ts';

type Node = Record<string, unknown>;

export function membersOf(operation: object, document: ContractDocument): string[] {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const waiting: unknown[] = [own(operation as Node)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const { $ref, properties, name, in: location } = node as Node;
    if (typeof $ref === 'string' && !isOfAll($ref)) waiting.push(resolve($ref, document));
    if (typeof properties === 'object' && properties !== null)
      for (const member of Object.keys(properties)) names.add(member);
    if (typeof name === 'string' && typeof location === 'string') names.add(name);
    for (const [key, value] of Object.entries(node)) if (!DESCRIBING.has(key)) waiting.push(value);
  }
  return [...names];
}

/** Refusals are alike everywhere, and have sections of their own. */
function own({ responses, ...rest }: Node): Node {
  const successes = Object.entries((responses ?? {}) as Node).filter(([status]) => status < '400');
  return { ...rest, responses: Object.fromEntries(successes) };
}

const isOfAll = (reference: string) => /\/(?:examples|headers)\//.test(reference);
/** Keys whose values describe a node and name no member. */
const DESCRIBING = new Set([
  'examples',
  'example',
  'description',
  'headers',
  'enum',
  'x-codeSamples',
]);

function resolve(reference: string, document: ContractDocument): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, part) => (node as Node | undefined)?.[part], document);
}
