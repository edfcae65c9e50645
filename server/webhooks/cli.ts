/** `webhooks`: the endpoints of a workspace, and the messages that the service sent them. */
import { Command, Option } from '@commander-js/extra-typings';
import { parseCount, parseDuration } from '../cli/arguments.ts';
import { facts, formatTime, print, table } from '../cli/output.ts';
import { withParts } from '../cli/session.ts';
import { runIdOf } from '../kinds.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  DELIVERY_STATES,
  type Delivery,
  ENDPOINT_PREFIX,
  type Endpoint,
  EVENT_TYPES,
  MESSAGE_PREFIX,
  stateOf,
} from './index.ts';

export function webhooksCommand(): Command {
  return new Command('webhooks')
    .description('manage the endpoints that get messages about runs, and list what they were sent')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(changeCommand('disable', 'send nothing more to an endpoint', true))
    .addCommand(changeCommand('enable', 'tell an endpoint again, from now on', false))
    .addCommand(rotateCommand())
    .addCommand(removeCommand())
    .addCommand(deliveriesCommand())
    .addCommand(resendCommand());
}

function createCommand() {
  return new Command('create')
    .description('send an address messages about the runs of a workspace')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<url>', 'address that messages are sent to')
    .addOption(
      new Option('--events <types...>', 'events to send; all if none is named')
        .choices(EVENT_TYPES)
        .default([...EVENT_TYPES], 'all'),
    )
    .option('--description <text>', 'what people call it', '')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  npm run cli -- webhooks create acme https://example.com/hooks --events run.completed',
    )
    .action((name, url, { events: eventTypes, description, json }) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const input = { url, description, eventTypes };
        const { endpoint, secret } = await parts.webhooks.create({ workspace }, input);
        print({ json }, { ...toJson(endpoint), secret }, () =>
          [facts(toFacts(endpoint)), secretText(secret)].join('\n\n'),
        );
      }),
    );
}

function listCommand() {
  return new Command('list')
    .description('list the endpoints of a workspace')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--json', 'print JSON')
    .action((name, options) =>
      withParts(async ({ db, parts }) => {
        const workspace = await findWorkspace(db, name);
        const endpoints = await parts.webhooks.list(workspace.id);
        print(options, { endpoints: endpoints.map(toJson) }, () =>
          endpoints.length === 0 ? 'It has no endpoint.' : table(endpoints.map(toFacts)),
        );
      }),
    );
}

/** A command about one endpoint of a workspace. */
function ofEndpoint(name: string, about: string) {
  return new Command(name)
    .description(about)
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<endpoint>', `id of the endpoint, ${ENDPOINT_PREFIX}_...`);
}

function changeCommand(verb: string, description: string, isDisabled: boolean) {
  return ofEndpoint(verb, description)
    .option('--json', 'print JSON')
    .action((name, id, options) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const endpoint = await parts.webhooks.change({ workspace }, id, { isDisabled });
        print(options, toJson(endpoint), () => facts(toFacts(endpoint)));
      }),
    );
}

function rotateCommand() {
  return ofEndpoint(
    'rotate',
    'give an endpoint a new secret; the one before signs as well for a while',
  )
    .option(
      '--overlap <duration>',
      'how long the secret before signs as well',
      parseDuration,
      DAY_MS,
    )
    .option('--json', 'print JSON')
    .action((name, id, { overlap, json }) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const { endpoint, secret } = await parts.webhooks.rotate({ workspace }, id, overlap);
        print({ json }, { ...toJson(endpoint), secret }, () => secretText(secret));
      }),
    );
}

const DAY_MS = 86_400_000;

function removeCommand() {
  return ofEndpoint('remove', 'remove an endpoint, with what waits for it and what it was sent')
    .option('--json', 'print JSON')
    .action((name, id, options) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        await parts.webhooks.remove({ workspace }, id);
        print(options, { id }, () => `${id} is removed.`);
      }),
    );
}

function deliveriesCommand() {
  return ofEndpoint('deliveries', 'list what an endpoint was sent, newest first')
    .addOption(
      new Option('--state <state>', 'only messages in this state').choices(DELIVERY_STATES),
    )
    .option('--limit <n>', 'messages at most', parseCount, 20)
    .option('--json', 'print JSON')
    .action((name, id, { state, limit, json }) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const page = { state, limit };
        const { rows: deliveries } = await parts.webhooks.deliveries(workspace, id, page);
        print({ json }, { deliveries: deliveries.map(deliveryToJson) }, () =>
          deliveries.length === 0 ? 'It was sent nothing.' : table(deliveries.map(toRow)),
        );
      }),
    );
}

function resendCommand() {
  return new Command('resend')
    .description('send a message once more')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<message>', `id of the message, ${MESSAGE_PREFIX}_...`)
    .option('--json', 'print JSON')
    .action((name, id, options) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const sent = await parts.webhooks.resend({ workspace }, id);
        print(options, deliveryToJson(sent), () => `${id} is sent again by a worker.`);
      }),
    );
}

const secretText = (secret: string) =>
  `Its secret, shown this once:\n\n  ${secret}\n\nReceivers check messages with it, after the Standard Webhooks specification.`;

function toFacts(endpoint: Endpoint): Record<string, string> {
  const { url, eventTypes, failingSince, disabledReason } = endpoint;
  return {
    endpoint: uuidToId(ENDPOINT_PREFIX, endpoint.id),
    url,
    events: eventTypes.join(', '),
    state: disabledReason
      ? `disabled (${disabledReason})`
      : failingSince
        ? `failing since ${formatTime(failingSince)}`
        : 'well',
  };
}

function toRow(delivery: Delivery): Record<string, string> {
  const { message, type, createdAt, attempts, deliveredAt, lastError, nextAttemptAt } = delivery;
  const moment = nextAttemptAt ?? deliveredAt;
  return {
    message: uuidToId(MESSAGE_PREFIX, message),
    created: formatTime(createdAt),
    type,
    attempts: String(attempts),
    state: stateOf(delivery) + (moment ? ` ${formatTime(moment)}` : ''),
    'last error': lastError ?? '',
  };
}

function toJson({ id, ...endpoint }: Endpoint) {
  return { id: uuidToId(ENDPOINT_PREFIX, id), ...endpoint };
}

function deliveryToJson(row: Delivery) {
  const { id: _, message, endpoint, run, kind, ...delivery } = row;
  return {
    id: uuidToId(MESSAGE_PREFIX, message),
    endpointId: uuidToId(ENDPOINT_PREFIX, endpoint),
    ...(run !== null && { runId: runIdOf(kind, run) }),
    state: stateOf(row),
    ...delivery,
  };
}
