/**
 * Who may call an operation: nobody without a key that has one known scope, but for the operations that tell of
 * the service itself. A second way in, or an empty one, would let anybody create what somebody else pays for.
 */
import { ofEveryKind } from './kinds.ts';
import { isNode, listIn, type Rule } from './visitor.ts';

export const securityNamesOneScope: Rule<{ scopes: string[]; open: string[] }> = ({
  scopes,
  open,
}) => ({
  Operation(operation, context) {
    // Another rule asks for it.
    if (operation.security === undefined) return;
    const security = listIn(operation, 'security');
    const isOpen = listIn(operation, 'tags').some((tag) => open.includes(String(tag)));
    const location = context.location.child('security');
    if (isOpen && security.length === 0) return;
    const [requirement, ...others] = security;
    const asked = isNode(requirement) ? Object.values(requirement).flat() : [];
    const isRight =
      !isOpen &&
      others.length === 0 &&
      asked.length === 1 &&
      ofEveryKind(scopes).includes(asked[0]);
    if (isRight) return;
    const message = isOpen
      ? 'An operation that tells of the service itself asks for no key.'
      : `An operation asks for a key with one scope: ${ofEveryKind(scopes).join(' or ')}.`;
    context.report({ message, location });
  },
});
