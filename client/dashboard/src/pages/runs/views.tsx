/** The views of the list: opens a saved view, saves the current one, and chooses its columns. */
import { useState } from 'react';
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import {
  faultsByField,
  type RunKind,
  type SavedView,
  useDeleteView,
  useSavedViews,
  useSaveView,
  useUpdateView,
} from '../../api/index.ts';
import {
  COLUMNS,
  type Column,
  type RunsView,
  readRunsView,
  writeRunsView,
} from '../../filters/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Check,
  Confirmation,
  Field,
  Icon,
  type IconName,
  SaveDialog,
  useSubmission,
} from '../../parts/index.ts';
import { VIEWS } from './kinds.tsx';

interface ViewsProps {
  kind: RunKind;
  view: RunsView;
  onShow: (view: RunsView) => void;
}

type Open = { action: 'save' } | { action: 'change' | 'delete'; saved: SavedView };

export function Views({ kind, view, onShow }: ViewsProps) {
  const { workspaceId, isAtLeast } = useHere();
  const [open, setOpen] = useState<Open>();
  const all = useSavedViews(workspaceId);
  const saved = (all.data?.data ?? []).filter(({ list }) => list === kind);
  const query = writeRunsView(view, kind);
  const present = saved.find((each) => each.query === query);
  const actions = actionsOn(present, isAtLeast('admin'), setOpen);
  const close = () => setOpen(undefined);
  return (
    <>
      <MenuTrigger>
        <AriaButton className="button small">
          <span className="clip view-name">{present?.name ?? 'Views'}</span>
          <Icon name="down" />
        </AriaButton>
        <Popover className="popover" offset={4}>
          <Menu className="list" aria-label="Views">
            <MenuSection aria-label="Saved views">
              {saved.map((each) => (
                <MenuItem
                  key={each.id}
                  id={each.id}
                  textValue={each.name}
                  className="option"
                  onAction={() => onShow(readRunsView(new URLSearchParams(each.query), kind))}
                >
                  <span className="clip">
                    {each.name}
                    <span className="option-note">{noteOf(each)}</span>
                  </span>
                  <span className="end">{each.id === present?.id && <Icon name="check" />}</span>
                </MenuItem>
              ))}
            </MenuSection>
            {actions.length > 0 && (
              <MenuSection aria-label="This view">
                {actions.map(({ name, icon, isDanger, onAction }) => (
                  <MenuItem
                    key={name}
                    id={name}
                    textValue={name}
                    className={isDanger ? 'option bad' : 'option'}
                    onAction={onAction}
                  >
                    <Icon name={icon} />
                    {name}
                  </MenuItem>
                ))}
              </MenuSection>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Columns kind={kind} view={view} onShow={onShow} />
      {open?.action === 'save' && <Save kind={kind} query={query} onClose={close} />}
      {open?.action === 'change' && <Change saved={open.saved} onClose={close} />}
      {open?.action === 'delete' && <Delete saved={open.saved} onClose={close} />}
    </>
  );
}

interface ViewAct {
  name: string;
  icon: IconName;
  isDanger?: boolean;
  onAction: () => void;
}

/** Returns the possible actions on the current view: save it, or change the saved view that is open. */
function actionsOn(
  saved: SavedView | undefined,
  isAdmin: boolean,
  onOpen: (open: Open) => void,
): ViewAct[] {
  if (!saved) {
    return [{ name: 'Save this view', icon: 'plus', onAction: () => onOpen({ action: 'save' }) }];
  }
  if (!saved.isOwn && !isAdmin) return [];
  return [
    {
      ...{ name: 'Rename or share', icon: 'settings' },
      onAction: () => onOpen({ action: 'change', saved }),
    },
    {
      ...{ name: 'Delete view', icon: 'close', isDanger: true },
      onAction: () => onOpen({ action: 'delete', saved }),
    },
  ];
}

function noteOf({ isOwn, isShared, createdBy }: SavedView): string {
  if (!isShared) return 'Only you';
  return isOwn ? 'Shared by you' : `Shared by ${createdBy?.name ?? 'a former member'}`;
}

function Columns({ kind, view, onShow }: ViewsProps) {
  const names: Record<Column, string> = {
    ...{ state: 'State', subject: VIEWS[kind].subject, of: 'Session, customer', key: 'Key' },
    ...{ own: VIEWS[kind].column, took: 'Duration', cost: 'Cost', created: 'Created' },
  };
  return (
    <MenuTrigger>
      <AriaButton className="button small">
        Columns
        <Icon name="down" />
      </AriaButton>
      <Popover className="popover" offset={4}>
        <Menu
          className="list"
          aria-label="Columns"
          selectionMode="multiple"
          selectedKeys={COLUMNS.filter((column) => !view.hidden.includes(column))}
          onSelectionChange={(shown) =>
            onShow({
              ...view,
              hidden: COLUMNS.filter((column) => shown !== 'all' && !shown.has(column)),
            })
          }
        >
          {COLUMNS.map((column) => (
            <MenuItem key={column} id={column} textValue={names[column]} className="option">
              {({ isSelected }) => (
                <>
                  {names[column]}
                  <span className="end">{isSelected && <Icon name="check" />}</span>
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface SaveProps {
  kind: RunKind;
  query: string;
  onClose: () => void;
}

function Save({ kind, query, onClose }: SaveProps) {
  const { workspaceId } = useHere();
  const save = useSaveView();
  return (
    <ViewForm
      title="Save this view"
      start={{ name: '', isShared: false }}
      onClose={onClose}
      onSend={async (named) => {
        const params = { path: { workspaceId } };
        await save.mutateAsync({ params, body: { list: kind, query, ...named } });
        announce(`Saved ${named.name}.`);
      }}
    />
  );
}

function Change({ saved, onClose }: { saved: SavedView; onClose: () => void }) {
  const { workspaceId } = useHere();
  const update = useUpdateView();
  return (
    <ViewForm
      title="Edit view"
      start={saved}
      onClose={onClose}
      onSend={async (body) => {
        await update.mutateAsync({ params: { path: { workspaceId, viewId: saved.id } }, body });
        announce(`Saved ${body.name}.`);
      }}
    />
  );
}

type Named = Pick<SavedView, 'name' | 'isShared'>;

interface ViewFormProps {
  title: string;
  start: Named;
  onClose: () => void;
  onSend: (named: Named) => Promise<void>;
}

function ViewForm({ title, start, onClose, onSend }: ViewFormProps) {
  const [name, setName] = useState(start.name);
  const [isShared, setShared] = useState(start.isShared);
  const submission = useSubmission(async () => {
    await onSend({ name: name.trim(), isShared });
    onClose();
  });
  const faults = faultsByField(submission.error, ['name']);
  return (
    <SaveDialog
      title={title}
      submission={submission}
      fields={['name']}
      save="Save view"
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        fault={faults.name}
        hint="The filters and columns you see now."
        autoComplete="off"
        autoFocus
        isRequired
      />
      <Check isSelected={isShared} onChange={setShared}>
        Share with everyone in this workspace
      </Check>
    </SaveDialog>
  );
}

function Delete({ saved, onClose }: { saved: SavedView; onClose: () => void }) {
  const { workspaceId } = useHere();
  const remove = useDeleteView();
  const submission = useSubmission(async () => {
    await remove.mutateAsync({ params: { path: { workspaceId, viewId: saved.id } } });
    announce(`Deleted ${saved.name}.`);
    onClose();
  });
  return (
    <Confirmation
      title={`Delete ${saved.name}?`}
      submission={submission}
      verb="Delete view"
      onClose={onClose}
    >
      <p>
        {saved.isShared
          ? 'Everyone in this workspace loses this view. The runs stay.'
          : 'The runs stay.'}
      </p>
    </Confirmation>
  );
}
