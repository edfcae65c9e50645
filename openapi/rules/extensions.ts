/**
 * What goes beyond the specification says so: whatever is not listed as core is marked `x-extension: true`,
 * and nothing of the core is. A new operation, parameter or request member is an extension until someone
 * lists it.
 */
import {
  type Context,
  follow,
  type Location,
  listIn,
  type Node,
  nodeIn,
  type Rule,
} from './visitor.ts';

interface Core {
  operations?: string[];
  /** By operation: `createModelRun` to its parameters and body members. */
  members?: Record<string, string[]>;
}

export const extensionsAreMarked: Rule<Core> = ({ operations = [], members = {} }) => ({
  Operation(operation, context) {
    const name = String(operation.operationId);
    const isCore = operations.includes(name);
    judge(operation, isCore, `The operation ${name}`, context.location, context);
    // All of an extension is one.
    if (!isCore) return;
    const core = members[name] ?? [];
    for (const [index, value] of listIn(operation, 'parameters').entries()) {
      const place = context.location.child(['parameters', String(index)]);
      const { node, location } = follow(value, place, context);
      const parameter = String(node.name);
      judge(node, core.includes(parameter), `The parameter ${parameter}`, location, context);
    }
    judgeBody(operation, core, context);
  },
});

function judgeBody(operation: Node, core: string[], context: Context): void {
  const content = nodeIn(nodeIn(operation, 'requestBody'), 'content');
  for (const [type, media] of Object.entries(content)) {
    const place = context.location.child(['requestBody', 'content', type, 'schema']);
    const body = follow(nodeIn(media, 'schema'), place, context);
    for (const [member, value] of Object.entries(nodeIn(body.node, 'properties'))) {
      const { node, location } = follow(
        value,
        body.location.child(['properties', member]),
        context,
      );
      judge(node, core.includes(member), `The member ${member}`, location, context);
    }
  }
}

function judge(
  node: Node,
  isCore: boolean,
  what: string,
  location: Location,
  context: Context,
): void {
  if ((node['x-extension'] === true) === !isCore) return;
  const message = isCore
    ? `${what} is listed as core in redocly.yaml, and carries x-extension.`
    : `${what} is not listed as core in redocly.yaml, and does not say x-extension: true.`;
  context.report({ message, location });
}
