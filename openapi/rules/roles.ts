/**
 * Who may call an operation of the dashboard: anybody, whoever has a session, or a member of the workspace in
 * the path with at least one role; and an operation of the operator's API: whoever has at least one role on the deployment.
 * The gate does what the document says here, so that a document that forgets it would open the operation.
 */
import { type Context, follow, isNode, listIn, type Node, nodeIn, type Rule } from './visitor.ts';

interface Options {
  /** The security scheme of everything that is not for anybody. */
  scheme: string;
  /** The path parameter that a role is about; absent if roles are of the deployment, and every operation takes one. */
  workspace?: string;
  /** From the least; by default, those of a workspace. */
  roles?: string[];
}

const ANYBODY = 'none';
const SIGNED_IN = 'user';
const ROLES = ['member', 'admin', 'owner'];

export const rolesSayWhoMayCall: Rule<Options> = ({ scheme, workspace, roles = ROLES }) => ({
  Operation(operation, context) {
    const role = operation['x-role'];
    const isRole = roles.some((each) => each === role);
    const others = workspace === undefined ? [] : [ANYBODY, SIGNED_IN];
    const report = (message: string) => context.report({ message });
    if (!isRole && !others.some((each) => each === role)) {
      report(`An operation says x-role: ${[...others, ...roles].join(', ')}.`);
      return;
    }
    if (!asksFor(operation, role === ANYBODY ? undefined : scheme)) {
      report(`What is for ${role} asks for ${role === ANYBODY ? 'nothing' : `a ${scheme} alone`}.`);
    }
    if (workspace === undefined) {
      if (!('403' in nodeIn(operation, 'responses')))
        report('Every operation can be refused with 403.');
      return;
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
