/**
 * Types of other languages generated from the contract's schemas, as a parser of the language sees them: classes and
 * structs with their members. It judges nothing.
 */
import { parser as goParser } from '@lezer/go';
import { parser as pythonParser } from '@lezer/python';
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
import { at, document } from './document.ts';

type Language = 'go' | 'python';

export interface Member {
  type: string;
  optional: boolean;
}

/** Members by the keys of their names, under the keys of their types' names. */
export type Types = Map<string, Map<string, Member>>;

const parsers = { go: goParser, python: pythonParser };

export async function generate(lang: Language): Promise<string> {
  const components = JSON.stringify(at('components', 'schemas'));
  const definitions: unknown = JSON.parse(
    components.replaceAll('#/components/schemas/', '#/definitions/'),
  );
  const source = new JSONSchemaInput(undefined);
  await source.addSource({
    name: 'Contract',
    uris: ['#/definitions/'],
    schema: JSON.stringify({ $schema: document.jsonSchemaDialect, definitions }),
  });
  const inputData = new InputData();
  inputData.addInput(source);
  const { lines } = await quicktype({ inputData, lang, indentation: '    ' });
  return lines.join('\n');
}

/** Pieces of text that the language does not know. */
export function faultsOf(language: Language, text: string): string[] {
  const faults: string[] = [];
  parsers[language].parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) faults.push(text.slice(Math.max(0, from - 40), to + 40));
    },
  });
  return faults;
}

export function goTypes(text: string): Types {
  const types: Types = new Map();
  goParser.parse(text).iterate({
    enter({ name, node }) {
      if (name !== 'TypeSpec') return;
      const fields = node.getChild('StructType')?.getChild('StructBody')?.getChildren('FieldDecl');
      const members = (fields ?? []).map(({ from, to }): [string, Member] => {
        const [, type = '', tag = ''] =
          /^\w+\s+(\S+)\s+`json:"([^"]+)"`/.exec(text.slice(from, to)) ?? [];
        const [member = ''] = tag.split(',');
        return [member, { type, optional: type.startsWith('*') || tag.endsWith('omitempty') }];
      });
      types.set(key(textIn(text, node.getChild('DefName'))), new Map(members));
    },
  });
  return types;
}

export function pythonTypes(text: string): Types {
  const types: Types = new Map();
  pythonParser.parse(text).iterate({
    enter({ name, node }) {
      if (name !== 'ClassDefinition') return;
      const fields = node.getChild('Body')?.getChildren('AssignStatement') ?? [];
      const members = fields.map((field): [string, Member] => {
        const type = textIn(text, field.getChild('TypeDef')).replace(/^: */, '');
        const member = textIn(text, field.getChild('VariableName'));
        return [key(member), { type, optional: /\bNone\b/.test(type) }];
      });
      types.set(key(textIn(text, node.getChild('VariableName'))), new Map(members));
    },
  });
  return types;
}

/** A name without its language's style: `chargedAmount` and `charged_amount` are equal. */
export function key(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

function textIn(text: string, node: { from: number; to: number } | null): string {
  return node === null ? '' : text.slice(node.from, node.to);
}
