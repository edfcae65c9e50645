/** Problems as examples show them: compared member by member, but for what every request has anew. */
import type { Node } from '../contract/document.ts';

/** A figure between words, as in `at most 32000 for this model`; not one inside a name, as in `call_1`. */
const FIGURE = /(?<=[:,"\s])\d[\d.]*(?=[\s,}".:;)])/g;

/** A problem without what differs from deployment to deployment and from request to request. */
export function withoutFigures({ requestId: _, type, ...problem }: Node): Node {
  const text = JSON.stringify({ ...problem, type: new URL(String(type)).pathname });
  return JSON.parse(text.replaceAll(FIGURE, '0')) as Node;
}
