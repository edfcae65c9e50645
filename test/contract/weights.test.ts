/** The effect of a change on callers depends on its side: requests may widen, responses may not. */
import { describe, expect, test } from 'vitest';
import { compare } from '../../scripts/contract-diff/compare.ts';
import { plain } from '../../scripts/contract-diff/plain.ts';
import { type Node, type Weight, weigh } from '../../scripts/contract-diff/weigh.ts';
import {
  and,
  answer,
  type Fault as Change,
  create,
  list,
  modelRun,
  plant,
  plus,
  request,
  run,
  schemas,
  to,
  without,
} from './faults/plant.ts';

const text = { type: 'string', maxLength: 9, description: 'A text.', examples: ['a'] };
const query = { name: 'more', in: 'query', description: 'More.', schema: text, example: 'a' };
const error = `${schemas} ModelRunError`;

describe('a change is weighed by its side', () => {
  const changes: [...Change, Weight, shown: string][] = [
    [
      'a wider bound of a request',
      `${request} model maxLength`,
      to(999),
      'compatible',
      'model maxLength',
    ],
    [
      'null in a request',
      `${schemas} SystemMessage properties content type`,
      to(['string', 'null']),
      'compatible',
      'content type',
    ],
    [
      'a request with less',
      `${schemas} ToolDefinition required`,
      to(['name', 'parameters']),
      'compatible',
      'items required',
    ],
    [
      'a parameter of one text that takes several',
      'components parameters ModelFilter schema',
      to({ type: 'array', minItems: 1, maxItems: 9, items: text }),
      'compatible',
      'parameters/3/schema',
    ],
    [
      'a parameter of one text that asks for two',
      'components parameters IdempotencyKeyFilter schema',
      to({ type: 'array', minItems: 2, items: text }),
      'breaking',
      'parameters/6/schema',
    ],
    [
      'a text of a request that becomes one of two forms',
      `${schemas} ToolDefinition properties description`,
      to({ oneOf: [{ type: 'string', maxLength: 10_000_000 }, { type: 'null' }] }),
      'compatible',
      'description/oneOf',
    ],
    [
      'a text of a request that becomes a narrower one of two forms',
      `${schemas} ToolMessage properties content`,
      to({ oneOf: [{ type: 'string', maxLength: 9_000_000 }, { type: 'null' }] }),
      'breaking',
      'content/oneOf',
    ],
    ['a new optional parameter', `${list} parameters`, and(query), 'compatible', 'parameters/14'],
    [
      'a wider bound of a response',
      `${answer} text maxLength`,
      to(999999999),
      'breaking',
      'text maxLength',
    ],
    [
      'a narrower bound of a response',
      `${modelRun} finishReason maxLength`,
      to(32),
      'compatible',
      'finishReason maxLength',
    ],
    [
      'null in a response',
      `${error} properties retryable type`,
      to(['boolean', 'null']),
      'breaking',
      'retryable type',
    ],
    [
      'a member of a response that is there no more',
      `${schemas} ModelCapabilities`,
      without('required'),
      'breaking',
      'capabilities required',
    ],
    [
      'a new member of a response',
      `${schemas} ModelRunUsage properties`,
      plus({ more: text }),
      'compatible',
      'usage/properties/more',
    ],
    [
      'a new value of a closed set',
      `${schemas} Payer properties account enum`,
      and('voucher'),
      'breaking',
      'account enum',
    ],
    [
      'a new value of an open set',
      `${schemas} ProblemCode x-extensible-enum`,
      and('too_late'),
      'compatible',
      'schema/properties/code enum',
    ],
    [
      'a value of an open set that is there no more',
      `${schemas} ModelRunState x-extensible-enum`,
      to(['completed', 'failed']),
      'breaking',
      'state enum',
    ],
    [
      'an open set without its values',
      `${error} properties code`,
      to({ ...text, maxLength: 64 }),
      'breaking',
      'error/properties/code enum',
    ],
    [
      'a set that is open now',
      `${schemas} Problem properties account`,
      to({ ...text, 'x-extensible-enum': ['wallet', 'key_credit'] }),
      'breaking',
      'account/x-extensible-enum',
    ],
    [
      'an open set whose values stood in words',
      `${schemas} ModelRunReconciliation properties onDeadline`,
      plus({ 'x-extensible-enum': ['fail_uncharged'] }),
      'compatible',
      'onDeadline enum',
    ],
    [
      'another default',
      'components parameters Limit schema default',
      to(50),
      'breaking',
      'schema default',
    ],
    [
      'a header that may be missing now',
      'components headers ETag required',
      to(false),
      'breaking',
      'ETag required',
    ],
    [
      'a new header',
      `${create} responses 202 headers`,
      plus({ 'X-More': { ...query, name: undefined, in: undefined } }),
      'compatible',
      'headers/X-More',
    ],
    [
      'a new status',
      `${create} responses`,
      plus({ 409: { $ref: '#/components/responses/InternalError' } }),
      'compatible',
      'responses/409',
    ],
    [
      'another scope',
      'paths /v1/developer/models get security',
      to([{ apiKey: ['models:run'] }]),
      'breaking',
      'security/0 apiKey',
    ],
    [
      'another name of an operation',
      'paths /readyz get operationId',
      to('getReady'),
      'breaking',
      'get operationId',
    ],
    [
      'a width that the bounds gave before',
      `${run} listAmount format`,
      to('int64'),
      'wording',
      'listAmount format',
    ],
    ['another address', 'servers 0 url', to('http://localhost:9090'), 'wording', 'servers'],
    ['another mark', 'paths /livez get x-extension', to(false), 'wording', 'x-extension'],
    ['another example', `${run} scale examples`, to([6]), 'wording', 'scale examples'],
  ];
  // All at once: they are at different locations, and the comparison lists each of them.
  const onDeadline = `${schemas} ModelRunReconciliation properties onDeadline`;
  const released = plain(
    plant([
      ['', `${run} listAmount`, without('format')],
      ['', onDeadline, without('x-extensible-enum')],
    ]),
  );
  const present = plain(plant(changes.map(([what, path, change]) => [what, path, change])));
  const found = compare(released, present).map((change) => ({
    location: `${change.path} ${change.property ?? ''}`.replaceAll('~1', '/').trim(),
    weight: weigh(change, released),
  }));

  test.each(changes.map(([what, , , weight, shown]) => [what, weight, shown]))(
    '%s is %s',
    (_what, weight, shown) => {
      const weights = found
        .filter(({ location }) => location.includes(shown))
        .map((each) => each.weight);
      expect(weights).toContain(weight);
      expect(weights.filter((each) => each === 'breaking').length > 0).toBe(weight === 'breaking');
    },
  );
});

describe('another way of writing the same', () => {
  const present = plain(plant([]));
  const all = plant([]).components as { schemas: Record<string, Node> };
  const { pattern, maxLength, 'x-extensible-enum': codes, ...words } = all.schemas.ProblemCode!;
  const [, added] = all.schemas.ModelRun!.allOf as Node[];
  const [, own] = all.schemas.ModelRunSummary!.allOf as Node[];
  const extended = all.schemas.BillableRun!;
  const required = [...(extended.required as []), ...(own!.required as [])];
  const properties = { ...(extended.properties as Node), ...(own!.properties as Node) };
  const released = plant([
    ['a closed set of codes', `${schemas} ProblemCode`, to({ ...words, enum: codes })],
    [
      'that may be any text as well',
      `${schemas} AnyProblemCode`,
      to({
        anyOf: [{ $ref: '#/components/schemas/ProblemCode' }, { ...text, pattern, maxLength }],
      }),
    ],
    [
      'which problems have',
      `${schemas} Problem properties code`,
      to({ $ref: '#/components/schemas/AnyProblemCode' }),
    ],
    [
      'a run that repeats its summary',
      `${schemas} ModelRun`,
      to({
        type: 'object',
        required,
        properties: { ...(properties as Node), ...(added!.properties as Node) },
      }),
    ],
  ]);

  test('is no change of the contract', () => {
    const changes = compare(plain(released), present);
    const shown = changes.filter((change) => weigh(change, plain(released)) !== 'wording');
    expect(shown.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      '#/components/schemas/AnyProblemCode removed',
    ]);
  });
});
