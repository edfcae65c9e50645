/** The reading order of a trace's spans: each after its parent. */
import type { SpanView } from './span-view.ts';

export type TreeSpan = SpanView & { depth: number };

/** A span without its parent is a root, and so is the first span of a cycle. */
export function treeOf(spans: readonly SpanView[]): TreeSpan[] {
  // Spans of the same millisecond keep their given order.
  const inOrder = spans.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const byId = new Map<string, SpanView>();
  // What a program reports about the span of a run is not shown beside the run itself.
  for (const span of [...inOrder.filter(({ run }) => run), ...inOrder]) {
    if (!byId.has(span.spanId)) byId.set(span.spanId, span);
  }
  const kept = inOrder.filter((span) => byId.get(span.spanId) === span);
  const children = Map.groupBy(kept, ({ parentSpanId }) => parentSpanId);
  const roots = kept.filter(
    ({ spanId, parentSpanId }) =>
      parentSpanId === undefined || parentSpanId === spanId || !byId.has(parentSpanId),
  );
  const seen = new Set<SpanView>();
  const tree: TreeSpan[] = [];
  for (const root of [...roots, ...kept]) {
    const waiting: TreeSpan[] = seen.has(root) ? [] : [{ ...root, depth: 0 }];
    seen.add(root);
    for (let span = waiting.pop(); span; span = waiting.pop()) {
      tree.push(span);
      const { depth } = span;
      const next = (children.get(span.spanId) ?? []).filter((child) => !seen.has(child));
      for (const child of next) seen.add(child);
      waiting.push(...next.toReversed().map((child) => ({ ...child, depth: depth + 1 })));
    }
  }
  return tree;
}
