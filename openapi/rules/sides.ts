/**
 * Requests are closed, so that a misspelt member is refused and not ignored; responses stay open, so that they
 * may grow. A schema serves one side only, but for those that a caller gets and sends back as they are, which are
 * closed on both.
 */
import { nameOf } from './names.ts';
import { type Found, schemasOf } from './schemas.ts';
import {
  type Context,
  isNode,
  type Location,
  type Node,
  nodeIn,
  placeOf,
  type Rule,
} from './visitor.ts';

/** Places that take any member, named from the schema on: `ToolDefinition/properties/parameters`. */
interface Open {
  open?: string[];
}

export const requestsAreClosed: Rule<Open> = ({ open = [] }) => {
  const seen = new Set<string>();
  return {
    Operation(operation, context) {
      for (const { schema, location } of requested(operation, context, seen)) {
        const isOpen = open.some((place) => location.pointer.endsWith(`/${place}`));
        // A union of objects is closed in each of its members.
        if (schema.type !== 'object' || Array.isArray(schema.oneOf) || isOpen) continue;
        if (schema.additionalProperties === false) continue;
        const message = 'An object of a request says additionalProperties: false.';
        context.report({ message, location });
      }
    },
  };
};

/** Names of schemas that a caller gets and sends back. */
interface Shared {
  shared?: string[];
}

export const responsesCanGrow: Rule<Shared> = ({ shared = [] }) => {
  const seen = new Set<string>();
  return {
    Operation(operation, context) {
      for (const { schema, location } of answered(operation, context, seen)) {
        if (schema.type !== 'object' || canGrow(schema)) continue;
        if (shared.includes(nameOf(location) ?? '')) continue;
        const message = 'A response may gain members: its objects are not closed.';
        context.report({ message, location });
      }
    },
  };
};

/** A map has no members of its own: it grows by any name. */
function canGrow({ properties, additionalProperties = true }: Node): boolean {
  return additionalProperties === true || (isNode(additionalProperties) && !properties);
}

export const sidesShareNoSchema: Rule<Shared> = ({ shared = [] }) => {
  const ask = new Map<string, Found>();
  const answer = new Map<string, Found>();
  return {
    Operation(operation, context) {
      for (const found of requested(operation, context)) ask.set(placeOf(found.location), found);
      for (const found of answered(operation, context)) answer.set(placeOf(found.location), found);
    },
    Root: {
      leave(_root, context) {
        for (const [place, { location }] of ask) {
          if (!answer.has(place) || shared.includes(ownerOf(location))) continue;
          const message = 'Requests and responses each have their own schemas.';
          context.report({ message, location });
        }
      },
    },
  };
};

export const schemasAreDescribed: Rule = () => {
  const seen = new Set<string>();
  return {
    Operation(operation, context) {
      const found = [...requested(operation, context, seen), ...answered(operation, context, seen)];
      for (const { schema, location } of found) {
        if (typeof schema.description === 'string' && schema.description.trim() !== '') continue;
        const message = 'A schema of a body, and each of its properties, says what it is.';
        context.report({ message, location });
      }
    },
  };
};

/** The named schema that a place is in. */
function ownerOf({ pointer }: Location): string {
  return /^#\/(?:components\/)?schemas\/([^/]+)/.exec(pointer)?.[1] ?? '';
}

function requested(operation: Node, context: Context, seen?: Set<string>): Found[] {
  return isWebhook(operation) ? [] : bodyOf(operation, context, seen);
}

/** What a webhook sends is what the service says, as an answer is. */
function answered(operation: Node, context: Context, seen = new Set<string>()): Found[] {
  if (isWebhook(operation)) return bodyOf(operation, context, seen);
  return Object.entries(nodeIn(operation, 'responses')).flatMap(([status, response]) =>
    schemasOf(response, context.location.child(['responses', status]), context, seen),
  );
}

function bodyOf(operation: Node, context: Context, seen?: Set<string>): Found[] {
  return schemasOf(operation.requestBody, context.location.child('requestBody'), context, seen);
}

/** Receivers answer those, and the verb is theirs. */
function isWebhook({ operationId }: Node): boolean {
  return String(operationId).startsWith('receive');
}
