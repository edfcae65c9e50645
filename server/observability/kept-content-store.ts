/** The content of spans and scores, for who encrypts what was saved before there was a key. */
import { encryptColumns, type KeptContent } from '../db/encryption/index.ts';
import { comments } from './scores/comment.ts';
import { spanContent } from './spans/row.ts';

type Place = readonly string[];

const CLIENT_SPAN = {
  table: 'client_span',
  key: { workspace: 'uuid', trace: 'uuid', started_at: 'timestamptz', span: 'bytea' },
};
const SCORE = { table: 'score', key: { workspace: 'uuid', id: 'uuid' } };

interface StoredSpan {
  place: Place;
  workspace: string;
  trace: string;
  span: Buffer;
  status_message: string | null;
  attributes: string;
  events: string | null;
  input: string | null;
  output: string | null;
}

const spans: KeptContent<StoredSpan> = {
  ...CLIENT_SPAN,
  name: 'spans of programs',
  texts: [...spanContent('').columns],
  read: 'workspace, trace, span, status_message, attributes, events, input, output',
  encrypt: encryptColumns<StoredSpan>(CLIENT_SPAN, {
    ...spanContent(''),
    at: (row) => spanContent(row.workspace).at(row),
  }),
};

interface StoredScore {
  place: Place;
  workspace: string;
  id: string;
  comment: string | null;
}

const scores: KeptContent<StoredScore> = {
  ...SCORE,
  name: 'comments of scores',
  texts: ['comment'],
  read: 'workspace, id, comment',
  encrypt: encryptColumns<StoredScore>(SCORE, {
    ...comments(''),
    at: (row) => comments(row.workspace).at(row),
  }),
};

export const KEPT_OF_OBSERVABILITY = [spans, scores] as readonly KeptContent[];
