/** The files that are made in the background: their states while they are made, and a link to each that is ready. */
import { useState } from 'react';
import {
  isUnderWay,
  type MadeExport,
  madeExportFile,
  useDeleteMadeExport,
  useMadeExports,
} from '../../api/index.ts';
import { formatBytes, formatMonth } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  announce,
  Badge,
  Button,
  Card,
  Confirmation,
  DataTable,
  DownloadLink,
  Empty,
  Listing,
  Moment,
  useSubmission,
} from '../../parts/index.ts';
import { MakeExport } from './save.tsx';
import { DATASETS, FORMATS, wordsOf } from './words.ts';

export function MadeExports() {
  const { workspaceId } = useHere();
  const [isAsking, setAsking] = useState(false);
  const [deleted, setDeleted] = useState<MadeExport>();
  const exports = useMadeExports(workspaceId);
  const make = (
    <Button icon="plus" onPress={() => setAsking(true)}>
      Make a file
    </Button>
  );
  const isEmpty = exports.data?.data.length === 0;
  return (
    <>
      <Card
        isFlush
        title="Made in the background"
        about="Large files of a whole month, kept for seven days at most. Everybody in the workspace can download them."
        actions={!isEmpty && make}
      >
        <Listing
          list={exports}
          rows={exports.data?.data}
          what="the files"
          empty={
            <Empty icon="download" title="No files yet" actions={make}>
              Ask for all rows of a month, and download the file once it is ready.
            </Empty>
          }
        >
          {(rows) => (
            <DataTable
              label="Files made in the background"
              rows={rows}
              keyOf={({ id }) => id}
              columns={{
                What: (made) => (
                  <>
                    {nameOf(made)}
                    <span className="row-note">
                      {made.endUserId !== undefined && <>only {made.endUserId}, </>}asked for{' '}
                      <Ago at={made.createdAt} />
                    </span>
                  </>
                ),
                State: (made) => <State made={made} />,
                Until: ({ expiresAt }) => <Moment at={expiresAt} />,
                File: (made) => <File made={made} />,
              }}
              actions={(made) => (
                <Button small look="quiet" onPress={() => setDeleted(made)}>
                  Delete<span className="sr-only"> {nameOf(made)}</span>
                </Button>
              )}
            />
          )}
        </Listing>
      </Card>
      {isAsking && <MakeExport onClose={() => setAsking(false)} />}
      {deleted && <DeleteMade made={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

const nameOf = ({ dataset, month }: MadeExport) =>
  `${wordsOf(DATASETS, dataset)} of ${formatMonth(month)}`;

interface MadeProps {
  made: MadeExport;
}

function File({ made }: MadeProps) {
  const { workspaceId } = useHere();
  const { id, format, state, bytes = 0 } = made;
  if (state !== 'ready') return wordsOf(FORMATS, format);
  return (
    <DownloadLink href={madeExportFile(workspaceId, id)} what={nameOf(made)}>
      {`${wordsOf(FORMATS, format)}, ${formatBytes(bytes)}`}
    </DownloadLink>
  );
}

const STATES: Record<string, { tone: string; words: string }> = {
  queued: { tone: 'busy', words: 'Waiting' },
  making: { tone: 'busy', words: 'Being made' },
  ready: { tone: 'good', words: 'Ready' },
  failed: { tone: 'bad', words: 'Not made' },
};

const FAILURES: Record<string, string> = {
  too_large:
    'The month has more than one file may have. Ask for a single customer, or use the API to export fewer days.',
  no_room:
    'The workspace has no room for it: its files may have half of what it may store, and only what its jobs leave. Delete files that you no longer need, or ask your operator for more.',
  too_slow:
    'Reading it took longer than ten minutes. Ask for a single customer, or use the API to export fewer days.',
  not_made: 'Several attempts failed. Ask for it again later.',
};

function State({ made: { state, failure } }: MadeProps) {
  const { tone, words } = STATES[state] ?? { tone: 'plain', words: state };
  return (
    <span>
      <Badge tone={tone}>{words}</Badge>
      {failure !== undefined && (
        <span className="row-note">{FAILURES[failure] ?? 'There is no file.'}</span>
      )}
    </span>
  );
}

function DeleteMade({ made, onClose }: MadeProps & { onClose: () => void }) {
  const { workspaceId } = useHere();
  const remove = useDeleteMadeExport();
  const submission = useSubmission(async () => {
    await remove.mutateAsync({ params: { path: { workspaceId, madeExportId: made.id } } });
    announce(`Deleted “${nameOf(made)}”.`);
    onClose();
  });
  return (
    <Confirmation
      title={`Delete “${nameOf(made)}”?`}
      submission={submission}
      verb="Delete file"
      onClose={onClose}
      consequences={[
        isUnderWay(made)
          ? 'The file is not made any more.'
          : 'Nobody in the workspace can download the file any more.',
        'What it exports stays, and you can ask for it again.',
      ]}
    />
  );
}
