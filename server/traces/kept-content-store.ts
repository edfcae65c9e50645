/** The content of spans and scores, for the command that encrypts what was saved before there was a key. */
import {
  byteaOf,
  encryptColumns,
  type KeptContent,
  keyedHash,
  replace,
  textOfHash,
} from '../platform/db/encryption/index.ts';
import { comments } from '../scores/store.ts';
import { spanContent } from './spans/row.ts';

type PrimaryKey = readonly string[];

const CLIENT_SPAN = {
  table: 'client_span',
  key: { workspace: 'uuid', trace: 'uuid', started_at: 'timestamptz', span: 'bytea' },
};
const SCORE = { table: 'score', key: { workspace: 'uuid', id: 'uuid' } };

interface StoredSpan {
  primary_key: PrimaryKey;
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
  primary_key: PrimaryKey;
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

type StoredHash = Pick<StoredScore, 'primary_key' | 'workspace'> & { request_hash: Buffer };

const hashes: KeptContent<StoredHash> = {
  ...SCORE,
  name: 'hashes of scores',
  texts: [textOfHash('request_hash')],
  read: 'workspace, request_hash',
  async encrypt(db, rows) {
    const keyed = await Promise.all(
      rows.map(({ workspace, request_hash }) => keyedHash(db.cipher, workspace, request_hash)),
    );
    await replace(
      db,
      { ...SCORE, column: 'request_hash', type: 'bytea' },
      rows.map(({ primary_key, request_hash }, i) => ({
        ...{ primary_key, before: byteaOf(request_hash), after: byteaOf(keyed[i]!) },
      })),
    );
  },
};

export const KEPT_OF_OBSERVABILITY = [spans, scores, hashes] as readonly KeptContent[];
