/**
 * The contract tests, the same for every target: the client makes the request of each scenario, and the test checks the
 * answer against the document. A target only says how to get that answer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../client/index.ts';
import { type Example, examplesOf, type Node, operation as nodeOf } from '../contract/document.ts';
import { withoutFigures } from '../support/alike.ts';
import { type Contract, documented, type Sightings } from '../support/contract.ts';
import { unique } from '../support/service.ts';
import { type Scenario, scenarios } from './scenarios.ts';

export interface Target {
  /** Checks every answer of the target against the document. */
  contract: Contract;
  /** Sets up what the request needs, and says how the client must make it. */
  provoke(scenario: Scenario): Promise<Provocation>;
  close(): Promise<void>;
}

export interface Provocation {
  url: string;
  key: string;
  /** Values of the path's variables. */
  path: Record<string, string>;
  headers: Record<string, string>;
  /** Stands between the client and the target, and checks each answer. */
  send: (request: Request) => Promise<Response>;
}

interface SuiteOptions {
  /** The name of the target. */
  name: string;
  start: () => Promise<Target>;
  /** Names of scenarios that are impossible with this target, and why. */
  never: Record<string, string>;
  /** Headers that this target never sends, and why. */
  lacks: Record<string, string>;
  /** Whether its refusals come about by themselves, so that the examples must match its answers. */
  isReal: boolean;
}

export function describeTarget({ name, start, never, lacks, isReal }: SuiteOptions): void {
  const possible = scenarios.filter((scenario) => !(scenario.name in never));
  let target: Target;
  beforeAll(async () => {
    target = await start();
  });
  afterAll(() => target.close());

  describe(`every documented answer of ${name}`, () => {
    it.each(possible.map((scenario) => [scenario.name, scenario] as const))(
      'comes through the client as it is documented: %s',
      async (_, scenario) => {
        const { data, error, response } = await ask(await target.provoke(scenario), scenario);
        expect(response.status, JSON.stringify(error)).toBe(scenario.status);
        if (scenario.form) expect(response.headers.has(scenario.form)).toBe(true);
        if (scenario.code === undefined) {
          expect(error ?? '').toBe('');
          expect(data !== undefined).toBe(mediaOf(scenario) !== undefined);
        } else {
          expect(data).toBeUndefined();
          expect(error).toMatchObject({ code: scenario.code, status: scenario.status });
          if (isReal)
            expect(shownBy(scenario).map(withoutFigures)).toContainEqual(
              withoutFigures(error as Node),
            );
        }
      },
    );

    it('has come, with every documented status, header and code', () => {
      const promised = promisedBy(possible, lacks);
      const seen = target.contract.seen();
      const unseen = (kind: keyof Sightings) =>
        [...promised[kind]].filter((sight) => !seen[kind].has(sight));
      expect(unseen('statuses')).toEqual([]);
      expect(unseen('headers')).toEqual([]);
      expect(unseen('codes')).toEqual([]);
      const { statuses, headers, codes } = promised;
      console.log(
        `${name}: ${possible.length} scenarios, ${statuses.size} statuses, ${headers.size} headers, ${codes.size} codes`,
      );
    });

    it('is one that the document has, also where it is said to be impossible', () => {
      const names = scenarios.map((scenario) => scenario.name);
      expect(Object.keys(never).filter((each) => !names.includes(each))).toEqual([]);
    });
  });
}

/** What the document promises, except what is impossible here. */
function promisedBy(possible: Scenario[], lacks: SuiteOptions['lacks']): Sightings {
  const names = possible.map(({ name }) => name);
  const isPossible = (sight: string) => names.some((name) => `${name} `.startsWith(`${sight} `));
  const { statuses, headers, codes } = documented();
  return {
    statuses: new Set([...statuses].filter(isPossible)),
    codes: new Set([...codes].filter(isPossible)),
    headers: new Set(
      [...headers].filter((sight) => {
        const [id, status, header] = sight.split(' ');
        return isPossible(`${id} ${status}`) && !(header! in lacks);
      }),
    ),
  };
}

/** The problems that the document shows for the code of a scenario. */
function shownBy({ operation, status, code }: Scenario): Node[] {
  const examples: Example[] = examplesOf(nodeOf(operation.id), String(status));
  const [scope = ''] = operation.scopes ?? [];
  return examples
    .map(({ value }) => JSON.parse(JSON.stringify(value).replace('models:run', scope)) as Node)
    .filter((value) => value.code === code);
}

interface Result {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The operation with the document's own example of a request. */
function ask({ url, key, path, headers, send }: Provocation, scenario: Scenario): Promise<Result> {
  const { method, path: template, id, takesBody, takesRequestKey, query } = scenario.operation;
  const client = createClient({ baseUrl: url, apiKey: key, fetch: send });
  const init = {
    params: {
      ...{ path, query },
      header: { ...(takesRequestKey && { 'Idempotency-Key': unique('request') }), ...headers },
    },
    ...(takesBody && { body: examplesOf(nodeOf(id))[0]?.value }),
    parseAs:
      /json$/.test(mediaOf(scenario) ?? 'json') && mediaOf(scenario) !== LINES ? 'json' : 'text',
    redirect: 'manual',
  };
  // The document determines the operation, so the compiler can't know it.
  return client.request(method.toLowerCase() as 'get', template as '/livez', init as never);
}

const LINES = 'application/x-ndjson';

function mediaOf({ operation, status }: Scenario): string | undefined {
  return Object.keys(operation.responses.get(status)?.content ?? {})[0];
}
