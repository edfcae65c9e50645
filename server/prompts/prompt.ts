/** The types of prompts. */
/** A text, or a variable as a list with its name. */
export type Piece = string | readonly [variable: string];

type Role = 'system' | 'user' | 'assistant';

export interface PromptMessage {
  role: Role;
  content: string;
}

export interface CompiledMessage {
  role: Role;
  pieces: Piece[];
}

/** The content of a version: one of them. */
export interface Content {
  text?: string;
  messages?: PromptMessage[];
}

export interface Reference {
  name: string;
  version: number;
}

/** JSON with everything that JSON.parse loses; see `platform/lib/json.ts`. */
export type ExactObject = Record<string, unknown>;

/** A new version, before it is saved. */
export interface NewVersion extends Content {
  name: string;
  config?: ExactObject;
  /** The JSON Schema of the values. */
  variables?: ExactObject;
  labels?: string[];
  comment?: string;
  parentVersion?: number;
}

export interface VersionSummary {
  name: string;
  version: number;
  labels: string[];
  contentHash: string;
  comment: string | null;
  parentVersion: number | null;
  createdAt: Date;
  /** UUID of the key that saved it; for a person, the UUID of the person. */
  apiKey: string | null;
  person: string | null;
}

export interface Version extends VersionSummary {
  content: Content;
  compiled: CompiledMessage[];
  variableNames: string[];
  references: Reference[];
  variables: ExactObject | undefined;
  config: ExactObject | undefined;
}

export interface Prompt {
  name: string;
  latestVersion: number;
  labels: { label: string; version: number }[];
  createdAt: Date;
  updatedAt: Date;
  /** When the newest version was saved. */
  savedAt: Date;
  /** UUIDs of the key or the person that saved the newest version. */
  apiKey: string | null;
  person: string | null;
}

/** Selects a version: by its number, or by a label. */
export interface Which {
  version?: number | undefined;
  label?: string | undefined;
}

/** Who acts: a key of the API, a person, or, with neither, the command line. */
export interface Caller {
  workspace: string;
  apiKey?: string;
  actor?: string;
  /** Whether protected labels may be moved. */
  movesProtected?: boolean;
}

/** Changes with the labels on the version, because they are part of the answer. */
export function tagOf({ version, labels }: Pick<VersionSummary, 'version' | 'labels'>): string {
  return `"${[version, ...(labels.length > 0 ? [labels.join(',')] : [])].join('-')}"`;
}

/**
 * Whether the tag belongs to the version, whichever labels were on it: other labels do not affect what a label is on.
 */
export function isTagOf(tag: string, { version }: Pick<VersionSummary, 'version'>): boolean {
  return tag === `"${version}"` || tag.startsWith(`"${version}-`);
}

export const PROMPT_NAME = /^[A-Za-z0-9][A-Za-z0-9_./-]{0,127}$/;
/** What a read without a version and a label gets. */
export const DEFAULT_LABEL = 'production';
/** Always on the newest version. */
export const LATEST = 'latest';
/** The largest integer of the database: no version has a higher number. */
export const HIGHEST_VERSION = 2_147_483_647;
