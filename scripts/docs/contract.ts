/** The bundled contract as the docs read it: operations, examples and members, each of which must be there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProblemCode } from '../../server/platform/lib/problem.ts';
import { root } from '../fingerprint.ts';

export interface ContractDocument {
  info: { title: string; version: string; description: string; [member: string]: unknown };
  tags: Tag[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    examples: Record<string, { summary: string; value: unknown }>;
    schemas: Record<string, OpenSet | undefined> & {
      ProblemCode: OpenSet<ProblemCode>;
      /** The errors of runs of all kinds. */
      RunErrorCode: OpenSet;
    };
  };
  [member: string]: unknown;
}

interface OpenSet<Value = string> {
  'x-extensible-enum': Value[];
}

export interface Tag {
  name: string;
  description: string;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: object[];
  requestBody?: Content;
  responses: Record<string, Content & { headers?: object }>;
  /** The least role; the dashboard's contract only. */
  'x-role'?: string;
  'x-codeSamples'?: CodeSample[];
}

interface Content {
  content?: Record<string, { examples?: Record<string, { $ref: string }> }>;
}

export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

export interface PlacedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export function readContract(api: 'developer' | 'dashboard' | 'operator'): ContractDocument {
  const file = join(root, 'openapi', 'generated', `${api}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as ContractDocument;
}

export function operationsOf({ paths }: ContractDocument): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => typeof operation === 'object' && 'operationId' in operation)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

export function exampleOf({ components }: ContractDocument, name: string): unknown {
  const example = components.examples[name];
  if (!example) throw new Error(`the contract has no example ${name}`);
  return example.value;
}
