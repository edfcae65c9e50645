export { Confirmation, SaveDialog, SaveForm } from './act.tsx';
export { announce, LiveRegion } from './announce.tsx';
export {
  Badge,
  DeliveryBadge,
  EndingBadge,
  EndpointBadge,
  KeyBadge,
  PaymentBadge,
  RunBadge,
  toneOfState,
  wordsOfResult,
  wordsOfState,
} from './badge.tsx';
export { Button, ButtonLink, DownloadLink, OuterLink } from './button.tsx';
export { Chips } from './chips.tsx';
export { Check, Checks, Pick, Radios, Segments, Tick } from './choice.tsx';
export { Code, Json, type Sample, Samples } from './code.tsx';
export { Copyable, CopyButton, Version } from './copy.tsx';
export { Dialog, DialogActions, isDialogOpen } from './dialog.tsx';
export { download } from './download.ts';
export { Field, MoneyField, type Pressed, TextBox } from './field.tsx';
export { Form, FormProblem, SaveButton, type Submission, useSubmission } from './form.tsx';
export { Icon, type IconName, Mark } from './icon.tsx';
export { later } from './later.ts';
export { Listing, Loaded } from './listing.tsx';
export { Live, LiveDot } from './live.tsx';
export { type Action, ActionList, Actions } from './menu.tsx';
export { Meter } from './meter.tsx';
export { Ago, browserZone, Moment, useClock, useNow, useZone, ZoneContext } from './moment.tsx';
export { Money, MoneyFigure, UnitContext, Units, useDecimals, useUnit } from './money.tsx';
export { Empty, Failure, Notice, Skeleton } from './notice.tsx';
export { Card, Fact, Facts, Page, Tile, Tiles, useTitle } from './page.tsx';
export { useResting } from './resting.ts';
export { RotationDialog } from './rotation.tsx';
export { SecretDialog } from './secret.tsx';
export { DataTable, Few, FoldingRow, Table } from './table.tsx';
export { MoreFilters, TextFilter } from './text-filter.tsx';
export { useUnsaved } from './unsaved.ts';
