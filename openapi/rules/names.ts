/** Names that generated code is made of: schemas are PascalCase, and only what has a name of its own is referred to. */
import type { Context, Location, Node, Rule } from './visitor.ts';

export const schemaNamesArePascalCase: Rule = () => ({
  Schema(_schema: Node, context: Context) {
    const name = nameOf(context.location);
    if (name !== undefined && !/^([A-Z][a-z0-9]+)+$/.test(name)) {
      context.report({
        message: `The schema ${name} becomes a type: its name is PascalCase.`,
        location: context.location.key(),
      });
    }
  },
});

/** The generator drops the siblings of a reference, and makes a type's name from the last part of the reference. */
export const referencesArePlain: Rule = () => ({
  ref(node: Node, context: Context) {
    if (Object.keys(node).length > 1) {
      context.report({ message: 'A reference has no siblings.' });
    }
    if (/\/(\$defs|definitions|properties|items)\//.test(String(node.$ref))) {
      const message = `${node.$ref} reaches into a schema; what is shared gets a name of its own.`;
      context.report({ message });
    }
  },
});

/** The name of a schema that has one: of a component, or of a member of `schemas` of an area's file. */
export function nameOf({ pointer }: Location): string | undefined {
  return /^#\/(?:components\/)?schemas\/([^/]+)$/.exec(pointer)?.[1];
}
