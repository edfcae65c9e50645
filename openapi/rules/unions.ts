/**
 * Unions and compositions that every tool of the chain reads the same way. Objects are told apart by one constant
 * member that a discriminator names; otherwise the members differ in type. There is no anyOf: generators make a
 * wrapper of it that loses the value. An allOf is one named schema, and the members that are added to it.
 */
import { nameOf } from './names.ts';
import { type Context, follow, isNode, listIn, type Node, nodeIn, type Rule } from './visitor.ts';

export const unionsAreSafe: Rule = () => ({
  Schema(schema, context) {
    if (!Array.isArray(schema.anyOf ?? schema.oneOf ?? schema.allOf)) return;
    if (nameOf(context.location) === undefined) {
      const message =
        'A union has a name of its own: generators that make one up collide with others.';
      context.report({ message });
    }
    if (Array.isArray(schema.anyOf)) {
      report(context, 'anyOf', 'A oneOf tells its members apart, and an open set is a string.');
    }
    if (Array.isArray(schema.oneOf)) {
      const members = membersOf(schema, 'oneOf', context);
      const objects = members.filter(({ type }) => type === 'object');
      const fault = objects.length > 1 ? taggedFault(schema, members) : mixedFault(members);
      report(context, 'oneOf', fault);
    }
    if (Array.isArray(schema.allOf)) report(context, 'allOf', extensionFault(schema));
  },
});

function taggedFault(schema: Node, members: Node[]): string | undefined {
  const tag = nodeIn(schema, 'discriminator').propertyName;
  if (typeof tag !== 'string') return 'Objects in a oneOf are told apart by a discriminator.';
  if (schema.type !== 'object' || !listIn(schema, 'required').includes(tag)) {
    return `Beside the discriminator stand type: object and required: [${tag}].`;
  }
  const values = members.map((member) => nodeIn(nodeIn(member, 'properties'), tag).const);
  const mapped = Object.keys(nodeIn(nodeIn(schema, 'discriminator'), 'mapping'));
  if (values.some((value) => typeof value !== 'string') || new Set(values).size < values.length) {
    return `Every member has its own constant ${tag}.`;
  }
  if (mapped.sort().join() !== values.sort().join()) {
    return `The mapping names the constants of ${tag}, all of them and no other.`;
  }
  return undefined;
}

function mixedFault(members: Node[]): string | undefined {
  const types = members.flatMap(({ type }) => type);
  const differ = new Set(types).size === types.length;
  return differ ? undefined : 'Members without a discriminator differ in type.';
}

function extensionFault({ type, allOf }: Node): string | undefined {
  const [base, added, ...more] = listIn({ allOf }, 'allOf');
  const extendsOne =
    type === 'object' &&
    typeof nodeIn({ base }, 'base').$ref === 'string' &&
    isNode(nodeIn({ added }, 'added').properties) &&
    more.length === 0;
  return extendsOne
    ? undefined
    : 'An allOf with type: object is a named schema, then the properties added to it.';
}

function membersOf(schema: Node, keyword: string, context: Context): Node[] {
  const place = context.location.child(keyword);
  return listIn(schema, keyword)
    .filter(isNode)
    .map((member, index) => follow(member, place.child(String(index)), context).node);
}

function report(context: Context, keyword: string, message: string | undefined): void {
  if (message) context.report({ message, location: context.location.child(keyword).key() });
}
