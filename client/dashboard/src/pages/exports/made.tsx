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
  DownloadLink,
  Empty,
  Listing,
  Moment,
  Table,
  useSubmission,
} from '../../parts/index.ts';
import { MakeExport } from './make.tsx';
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
            <Table label="Files made in the background">
              <thead>
                <tr>
                  <th scope="col">What</th>
                  <th scope="col">State</th>
                  <th scope="col">Until</th>
                  <th scope="col">File</th>
                  <th scope="col">
                    <span className="sr-only">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((made) => (
                  <MadeRow key={made.id} made={made} onDelete={() => setDeleted(made)} />
                ))}
              </tbody>
            </Table>
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

function MadeRow({ made, onDelete }: MadeProps & { onDelete: () => void }) {
  const { workspaceId } = useHere();
  const { id, format, endUserId, state, bytes, createdAt, expiresAt } = made;
  const name = nameOf(made);
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="row-note">
          {endUserId !== undefined && <>only {endUserId}, </>}asked for <Ago at={createdAt} />
        </span>
      </th>
      <td data-label="State">
        <State made={made} />
      </td>
      <td data-label="Until">
        <Moment at={expiresAt} />
      </td>
      <td data-label="File">
        {state === 'ready' ? (
          <DownloadLink href={madeExportFile(workspaceId, id)} what={name}>
            {`${wordsOf(FORMATS, format)}, ${formatBytes(bytes ?? 0)}`}
          </DownloadLink>
        ) : (
          wordsOf(FORMATS, format)
        )}
      </td>
      <td className="row-actions">
        <Button small look="quiet" onPress={onDelete}>
          Delete<span className="sr-only"> {name}</span>
        </Button>
      </td>
    </tr>
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
    'The workspace has no room for it. Delete files that you no longer need, or ask your operator for more.',
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
