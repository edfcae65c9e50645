/** The saved exports of the workspace, each with a link to its file, and the files that are made in the background. */
import { useState } from 'react';
import { type SavedExport, savedExportFile, useSavedExports } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  Button,
  Card,
  DataTable,
  DownloadLink,
  Empty,
  Listing,
  Page,
} from '../../parts/index.ts';
import { MadeExports } from './made.tsx';
import { DeleteExport, SaveExport } from './save.tsx';
import { DATASETS, FORMATS, PERIODS, wordsOf } from './words.ts';

export function ExportsPage({ title }: { title: string }) {
  const { workspaceId, isAtLeast } = useHere();
  const [isSaving, setSaving] = useState(false);
  const [deleted, setDeleted] = useState<SavedExport>();
  const exports = useSavedExports(workspaceId);
  const mayChange = isAtLeast('admin');
  const save = mayChange && (
    <Button look="primary" icon="plus" onPress={() => setSaving(true)}>
      Save an export
    </Button>
  );
  return (
    <Page
      title={title}
      about="Files of all rows of a day or a month. Saved exports are made when you or a program download them."
      actions={save}
    >
      {!mayChange && <p className="hint">Only admins can save and delete exports.</p>}
      <Listing
        list={exports}
        rows={exports.data?.data}
        what="the saved exports"
        empty={
          <Empty icon="download" title="No saved exports yet" actions={save}>
            Save what you need every day or month, such as the charges of the previous month, and
            download it without choosing dates.
          </Empty>
        }
      >
        {(rows) => (
          <Card isFlush title="Saved exports">
            <DataTable
              label="Saved exports"
              rows={rows}
              keyOf={({ id }) => id}
              columns={{
                Name: ({ name, createdAt }) => (
                  <>
                    {name}
                    <span className="row-note">
                      saved <Ago at={createdAt} />
                    </span>
                  </>
                ),
                What: ({ dataset, endUserId }) => (
                  <span>
                    {wordsOf(DATASETS, dataset)}
                    {endUserId !== undefined && <span className="row-note">only {endUserId}</span>}
                  </span>
                ),
                Period: ({ period }) => wordsOf(PERIODS, period),
                File: ({ id, name, format }) => (
                  <DownloadLink href={savedExportFile(workspaceId, id)} what={name}>
                    {wordsOf(FORMATS, format)}
                  </DownloadLink>
                ),
              }}
              actions={
                mayChange &&
                ((saved) => (
                  <Button small look="quiet" onPress={() => setDeleted(saved)}>
                    Delete<span className="sr-only"> {saved.name}</span>
                  </Button>
                ))
              }
            />
          </Card>
        )}
      </Listing>
      <MadeExports />
      {isSaving && <SaveExport onClose={() => setSaving(false)} />}
      {deleted && <DeleteExport saved={deleted} onClose={() => setDeleted(undefined)} />}
    </Page>
  );
}
