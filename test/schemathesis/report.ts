/**
 * The events that schemathesis writes, one per line. Reports the operations that accepted none of the requests meant to
 * be accepted: for those, only refusals were tried.
 */
export interface Event {
  ScenarioFinished?: { recorder: Recorder };
}

interface Recorder {
  cases?: Record<string, { value: Case }>;
  interactions?: Record<string, { response?: { status_code: number } | null }>;
}

interface Case {
  method: string;
  path: string;
  meta?: { generation: { mode: 'positive' | 'negative' } } | null;
}

/** The number of accepted requests of each operation, by its method and path. */
type Accepted = Map<string, number>;

export function acceptedOf(events: Iterable<Event>): Accepted {
  const accepted: Accepted = new Map();
  for (const { ScenarioFinished } of events) {
    const { cases = {}, interactions = {} } = ScenarioFinished?.recorder ?? {};
    for (const [id, { value }] of Object.entries(cases)) {
      if (value.meta?.generation.mode !== 'positive') continue;
      const status = interactions[id]?.response?.status_code ?? 0;
      const operation = `${value.method} ${value.path}`;
      const isAccepted = status >= 200 && status < 400;
      accepted.set(operation, (accepted.get(operation) ?? 0) + (isAccepted ? 1 : 0));
    }
  }
  return accepted;
}

export function neverAccepted(accepted: Accepted): string[] {
  return [...accepted].filter(([, count]) => count === 0).map(([operation]) => operation);
}
