/**
 * A contract with one spelling where two are possible, so that a change of the spelling is no change of the contract: a
 * set of values that may grow is a string with x-extensible-enum, even if it was a union of its values with any text,
 * and an object has its properties, even if it extends another one. The values of an open set are also in enum, because
 * the linter's comparison ignores extensions. Null that only a request may have (x-null-in-requests, in a schema that
 * answers share) is left out: no answer contains it. The schemas of a tagged union are named by their tags.
 */
import { isNode, list, type Node, nodeAt, OPEN_SET } from './weigh.ts';

const NULL_IN_REQUESTS = 'x-null-in-requests';

export function plain<Contract extends Node>(contract: Contract): Contract {
  const copy = structuredClone(contract);
  nameByTags(copy);
  rewrite(copy, copy);
  return copy;
}

/**
 * Members of a union with a tag are compared by that tag: the name of the schema may change. The schema also stays in
 * its location, for everything else that refers to it.
 */
function nameByTags(document: Node): void {
  const schemas = nodeAt(document, '#/components/schemas') ?? {};
  for (const [name, union] of Object.entries(schemas)) {
    const mapping = isNode(union)
      ? nodeAt(document, `#/components/schemas/${name}/discriminator/mapping`)
      : undefined;
    if (!isNode(union) || !mapping) continue;
    for (const [tag, ref] of Object.entries(mapping)) {
      schemas[`${name}.${tag}`] = structuredClone(nodeAt(document, String(ref)));
      mapping[tag] = `#/components/schemas/${name}.${tag}`;
    }
    union.oneOf = Object.values(mapping).map(($ref) => ({ $ref }));
  }
}

function rewrite(node: unknown, document: Node): void {
  if (Array.isArray(node)) for (const item of node) rewrite(item, document);
  if (!isNode(node)) return;
  // The parts of a schema are made plain before the schema.
  for (const value of Object.values(node)) rewrite(value, document);
  if (Array.isArray(node.anyOf)) rewriteUnion(node, node.anyOf, document);
  if (Array.isArray(node.allOf)) rewriteExtension(node, node.allOf, document);
  if (Array.isArray(node[OPEN_SET])) node.enum = node[OPEN_SET];
  if (node[NULL_IN_REQUESTS] === true) rewriteNull(node);
}

function rewriteNull(node: Node): void {
  const [type, ...more] = list(node.type).filter((each) => each !== 'null');
  if (more.length === 0) node.type = type;
  delete node[NULL_IN_REQUESTS];
}

function rewriteUnion(node: Node, anyOf: unknown[], document: Node): void {
  const [known, any, ...more] = anyOf.map((member) => behind(member, document));
  if (more.length > 0 || !known?.enum || any?.type !== 'string' || any.enum) return;
  const { description: _, ...text } = any;
  delete node.anyOf;
  // Its values are in a separate schema, which only says that they are known.
  for (const schema of [node, known]) Object.assign(schema, text, { [OPEN_SET]: known.enum });
}

function rewriteExtension(node: Node, allOf: unknown[], document: Node): void {
  const parts = allOf.map((member) => behind(member, document) ?? {});
  const required = parts.flatMap((part) => list(part.required));
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  delete node.allOf;
  Object.assign(node, { properties }, required.length > 0 && { required });
}

function behind(node: unknown, document: Node): Node | undefined {
  if (!isNode(node)) return undefined;
  return typeof node.$ref === 'string' ? nodeAt(document, node.$ref) : node;
}
