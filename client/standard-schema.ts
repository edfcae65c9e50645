/**
 * Schemas of any library that follows Standard Schema (https://standardschema.dev), such as zod, valibot and ArkType:
 * the part of that interface that tools need. Many of them also convert to JSON Schema, by Standard JSON Schema.
 */
import type { ToolDefinition } from './contract.ts';
import { UsageError } from './errors.ts';

export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

/** The type of a value after the schema has accepted it. */
export type OutputOf<Schema extends StandardSchema> = NonNullable<
  Schema['~standard']['types']
>['output'];

type Result<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The description of the arguments for the model. */
export function parametersOf({ '~standard': { jsonSchema, vendor } }: StandardSchema) {
  if (!jsonSchema) {
    throw new UsageError(
      `This inputSchema of ${vendor} does not say what it is as JSON Schema: give that as parameters.`,
    );
  }
  const { $schema: _, ...parameters } = jsonSchema.input({ target: 'draft-2020-12' });
  return parameters as ToolDefinition['parameters'];
}

/** The value as the schema returns it. Throws with the schema's objections. */
export async function validated<Schema extends StandardSchema>(
  schema: Schema,
  value: unknown,
): Promise<OutputOf<Schema>> {
  const result = await schema['~standard'].validate(value);
  if (!result.issues) return result.value;
  throw new Error(result.issues.map(sentenceOf).join('; '));
}

function sentenceOf({ message, path = [] }: Issue): string {
  const names = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return names.length > 0 ? `${names.join('.')}: ${message}` : message;
}
