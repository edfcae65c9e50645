/**
 * Who may call an operation of the dashboard: anybody, whoever has a session, or a member of the workspace in
 * the path with at least one role. The gate does what the document says here, so that a document that forgets
 * it would open the operation.
 */
import { type Context, follow, isNode, listIn, type Node, nodeIn, type Rule } from './visitor.ts';

interface Options {
  /** The security scheme of everything that is not for anybody. */
  scheme: string;
  /** The path parameter that a role is about. */
  workspace: string;
}

const ANYBODY = 'none';
const SIGNED_IN = 'user';
const ROLES = ['member', 'admin', 'owner'];

export const rolesSayWhoMayCall: Rule<Options> = ({ scheme, workspace }) => ({
  Operation(operation, context) {
    const role = operation['x-role'];
    const isRole = ROLES.some((each) => each === role);
    const report = (message: string) => context.report({ message });
    if (!isRole && role !== ANYBODY && role !== SIGNED_IN) {
      report(`An operation says x-role: ${[ANYBODY, SIGNED_IN, ...ROLES].join(', ')}.`);
      return;
    }
    if (!asksFor(operation, role === ANYBODY ? undefined : scheme)) {
      report(`What is for ${role} asks for ${role === ANYBODY ? 'nothing' : `a ${scheme} alone`}.`);
    }
    if (isRole !== parametersOf(operation, context).includes(workspace)) {
      report(
        `A role belongs to a workspace: the path has {${workspace}}, or x-role is ${SIGNED_IN}.`,
      );
    }
    const canBeRefused = context.key !== 'get' || role === 'admin' || role === 'owner';
    if (canBeRefused !== '403' in nodeIn(operation, 'responses')) {
      report('A change, and a role above the least, can be refused with 403; nothing else can.');
    }
  },
});

function asksFor(operation: Node, scheme: string | undefined): boolean {
  const [requirement, ...others] = listIn(operation, 'security');
  if (scheme === undefined) return requirement === undefined;
  const schemes = Object.keys(isNode(requirement) ? requirement : {});
  return others.length === 0 && schemes.join() === scheme;
}

function parametersOf(operation: Node, context: Context): string[] {
  return listIn(operation, 'parameters').map((parameter, index) => {
    const place = context.location.child(['parameters', String(index)]);
    return String(follow(parameter, place, context).node.name);
  });
}
