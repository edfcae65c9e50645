/**
 * Every 4xx and 5xx is a problem document: one media type, one schema for all of them, and examples that are
 * named by the code they show and stand under the status they name.
 */
import { type Context, follow, type Location, nodeIn, placeOf, type Rule } from './visitor.ts';

const MEDIA_TYPE = 'application/problem+json';

export const refusalsAreProblems: Rule = () => {
  let problem: string | undefined;
  return {
    Operation(operation, context) {
      for (const [status, value] of Object.entries(nodeIn(operation, 'responses'))) {
        if (!/^[45]/.test(status)) continue;
        const place = context.location.child(['responses', status]);
        const { node: response, location } = follow(value, place, context);
        const content = nodeIn(response, 'content');
        if (Object.keys(content).join() !== MEDIA_TYPE) {
          const message = `A ${status} has a body, and it is ${MEDIA_TYPE} alone.`;
          context.report({ message, location });
          continue;
        }
        const media = location.child(['content', MEDIA_TYPE]);
        const schema = media.child('schema');
        const used = placeOf(follow(nodeIn(content, MEDIA_TYPE).schema, schema, context).location);
        problem ??= used;
        if (used !== problem || !used.endsWith('/Problem')) {
          context.report({
            message: 'Every refusal has the one schema Problem.',
            location: schema,
          });
        }
        judgeExamples(nodeIn(nodeIn(content, MEDIA_TYPE), 'examples'), status, media, context);
      }
    },
  };
};

function judgeExamples(
  examples: Record<string, unknown>,
  status: string,
  media: Location,
  context: Context,
): void {
  for (const [name, value] of Object.entries(examples)) {
    const place = media.child(['examples', name]);
    const shown = nodeIn(follow(value, place, context).node, 'value');
    if (shown.code !== name || String(shown.status) !== status) {
      const message = `The example ${name} shows the code ${shown.code} and the status ${shown.status}; it is named by its code and stands under ${status}.`;
      context.report({ message, location: place });
    }
  }
}
