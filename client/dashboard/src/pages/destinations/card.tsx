/** One destination: its address, its health, and every action on it. */
import { useState } from 'react';
import {
  type Destination,
  type DestinationTest,
  needsCare,
  titleOfKind,
  useTestDestination,
  useUpdateDestination,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  announce,
  Button,
  Card,
  EndpointBadge,
  Fact,
  Facts,
  FormProblem,
  Moment,
  Notice,
  useSubmission,
} from '../../parts/index.ts';
import { DeleteDestination } from './remove.tsx';
import { SaveDestination } from './save.tsx';

export function DestinationCard({ destination }: { destination: Destination }) {
  const { isAtLeast } = useHere();
  const [tested, setTested] = useState<DestinationTest>();
  return (
    <Card
      title={destination.name}
      about={<code className="destination-address">{destination.url}</code>}
      actions={isAtLeast('admin') && <PageActions destination={destination} onTested={setTested} />}
    >
      <div className="destination">
        {tested && <TestNotice test={tested} />}
        <Trouble destination={destination} />
        <About destination={destination} />
      </div>
    </Card>
  );
}

interface PageActionsProps {
  destination: Destination;
  onTested: (test: DestinationTest) => void;
}

function PageActions({ destination, onTested }: PageActionsProps) {
  const { workspaceId } = useHere();
  const [action, setAction] = useState<'change' | 'delete'>();
  const [test, update] = [useTestDestination(), useUpdateDestination()];
  const params = { path: { workspaceId, destinationId: destination.id } };
  const isDisabled = destination.status === 'disabled';
  const testing = useSubmission(async () => onTested(await test.mutateAsync({ params })));
  const switching = useSubmission(async () => {
    const status = isDisabled ? 'enabled' : 'disabled';
    await update.mutateAsync({ params, body: { status } });
    announce(`The destination is ${status}.`);
  });
  const close = () => setAction(undefined);
  return (
    <>
      <Button small icon="out" isPending={testing.isPending} onPress={testing.submit}>
        Send a test span
      </Button>
      <Button small icon="settings" onPress={() => setAction('change')}>
        Edit
      </Button>
      <Button
        small
        look={isDisabled ? 'primary' : undefined}
        icon={isDisabled ? 'check' : 'revoke'}
        isPending={switching.isPending}
        onPress={switching.submit}
      >
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
      <Button small icon="close" onPress={() => setAction('delete')}>
        Delete
      </Button>
      <FormProblem error={testing.error ?? switching.error} />
      {action === 'change' && <SaveDestination destination={destination} onClose={close} />}
      {action === 'delete' && <DeleteDestination destination={destination} onClose={close} />}
    </>
  );
}

function TestNotice({ test }: { test: DestinationTest }) {
  const { isTaken, status, detail, durationMs, traceId } = test;
  return (
    <Notice
      tone={isTaken ? 'good' : 'bad'}
      title={isTaken ? 'Test span delivered' : 'Test span failed'}
    >
      {asSentence(detail ?? `The destination answered with ${status}`)} It took {durationMs} ms.
      {isTaken && (
        <>
          {' '}
          There it is in the trace <code>{traceId}</code>.
        </>
      )}
    </Notice>
  );
}

/** A notice if the destination needs attention. */
function Trouble({ destination }: { destination: Destination }) {
  const { status, disabledReason, disabledAt, failingSince, lastError } = destination;
  if (!needsCare(destination)) {
    return lastError === undefined ? null : (
      <Notice tone="warn" title="The destination rejected some spans">
        {asSentence(lastError)}
      </Notice>
    );
  }
  const isDisabled = status === 'disabled';
  const since = isDisabled ? disabledAt : failingSince;
  return (
    <Notice
      tone={isDisabled ? 'bad' : 'warn'}
      title={isDisabled ? 'This destination was disabled' : 'This destination is failing'}
    >
      {isDisabled ? (WHY[disabledReason ?? ''] ?? 'Disabled') : 'Failing since'}
      {since !== undefined && (
        <>
          {' '}
          <Ago at={since} />
        </>
      )}
      . {lastError !== undefined && asSentence(lastError)} {isDisabled ? OF_DISABLED : OF_FAILING}
    </Notice>
  );
}

const LIST = new Intl.ListFormat('en-US');
const OF_FAILING = 'Spans are queued. Those queued too long are dropped and counted.';
const OF_DISABLED = 'Runs that end while it’s disabled aren’t sent later.';

const WHY: Record<string, string> = {
  failing: 'It kept failing and was disabled',
  gone: 'It returned 410 (gone) and was disabled',
};

function About({ destination }: { destination: Destination }) {
  const { kinds, includeContent, headerNames, encoding, compression, createdBy } = destination;
  const { waiting, waitingSince, delivered, rejected, givenUp, lastDeliveredAt } = destination;
  return (
    <Facts>
      <Fact name="State">
        <EndpointBadge endpoint={destination} />
      </Fact>
      <Fact name="Sent">
        {LIST.format(kinds.map((kind) => titleOfKind(kind).toLowerCase()))},{' '}
        {includeContent ? <strong>with content</strong> : 'without content'}
      </Fact>
      <Fact name="Spans delivered">{delivered.toLocaleString('en-US')}</Fact>
      <Fact name="Waiting">
        {waiting.toLocaleString('en-US')}
        {waitingSince !== undefined && (
          <span className="row-note">
            since <Ago at={waitingSince} />
          </span>
        )}
      </Fact>
      <Fact name="Refused">{rejected.toLocaleString('en-US')}</Fact>
      <Fact name="Dropped">{givenUp.toLocaleString('en-US')}</Fact>
      <Fact name="Last delivered">
        {lastDeliveredAt === undefined ? (
          <span className="faint">never</span>
        ) : (
          <Ago at={lastDeliveredAt} />
        )}
      </Fact>
      <Fact name="Form">
        {encoding === 'json' ? 'JSON' : 'Protobuf'}
        {compression === 'gzip' && ', gzip'}
      </Fact>
      <Fact name="Headers">
        {headerNames.length === 0 ? (
          <span className="faint">none</span>
        ) : (
          <code>{headerNames.join(', ')}</code>
        )}
      </Fact>
      <Fact name="Created">
        <Moment at={destination.createdAt} />
        {createdBy && <span className="row-note">by {createdBy.name}</span>}
      </Fact>
    </Facts>
  );
}

/** A destination's message may end without a period. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
