/** The languages: for each, how to generate its sources and build its program. Versions are exact. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
import { root } from '../../scripts/fingerprint.ts';
import { execute } from './execute.ts';

export interface Language {
  name: string;
  /** Programs that the machine must have. */
  needs: string[];
  build(folders: BuildFolders): Promise<Built>;
  /** Whether the program creates, appends the returned message and polls as well. */
  converses: boolean;
}

interface Program {
  command: string;
  args: string[];
}

/** A separate `conversation` is the program of a guide: it reads MODEL_RUN_BASE_URL and MODEL_RUN_KEY as a reader's does. */
export interface Built extends Program {
  conversation?: Program;
}

interface BuildFolders {
  /** Of this program; it does not exist yet. */
  folder: string;
  /** Kept between runs. */
  cache: string;
  /** The document. */
  contract: string;
}

const GENERATORS = {
  go: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
  python: ['datamodel-code-generator==0.89.0', 'pydantic==2.14.3', 'mypy==2.4.1'],
  openapi: 'org.openapitools:openapi-generator-cli:7.25.0',
};

/** Schemas of what is either a text or a list of parts. */
const TEXT_OR_LIST = ['UserContent', 'SystemContent', 'ToolResultContent'];

export const languages: Language[] = [
  {
    name: 'typescript',
    needs: ['node'],
    converses: true,
    async build({ folder, contract }) {
      await copyProgram('typescript', folder);
      const modules = join(root, 'node_modules');
      const types = join(folder, 'model-runs.ts');
      const cli = join(modules, 'openapi-typescript', 'bin', 'cli.js');
      const options = ['--root-types', '--root-types-no-schema-prefix'];
      // From its folder, it finds no settings of ours.
      await execute(process.execPath, [cli, contract, '-o', types, ...options], { folder });
      const tsc = join(modules, '@typescript', 'native', 'bin', 'tsc');
      await execute(process.execPath, [tsc, '-p', folder, '--typeRoots', join(modules, '@types')]);
      return { command: process.execPath, args: [join(folder, 'program.ts')] };
    },
  },
  {
    name: 'python',
    needs: ['python3'],
    converses: true,
    async build({ folder, cache, contract }) {
      await copyProgram('python', folder);
      const home = join(cache, 'python');
      const python = join(home, 'bin', 'python');
      await execute('python3', ['-m', 'venv', home]);
      await execute(python, ['-m', 'pip', 'install', '--quiet', ...GENERATORS.python]);
      await execute(join(home, 'bin', 'datamodel-codegen'), [
        ...['--input', contract, '--input-file-type', 'openapi', '--use-annotated'],
        ...['--output', join(folder, 'model_runs.py')],
        ...['--output-model-type', 'pydantic_v2.BaseModel'],
      ]);
      const programs = ['parse.py', 'conversation.py'];
      await execute(python, ['-m', 'mypy', '--strict', ...programs], { folder });
      const [parse, conversation] = programs.map((name) => [join(folder, name)]);
      return {
        ...{ command: python, args: parse! },
        conversation: { command: python, args: conversation! },
      };
    },
  },
  {
    name: 'go',
    needs: ['go'],
    converses: true,
    async build({ folder, contract }) {
      await copyProgram('go', folder);
      await mkdir(join(folder, 'modelruns'));
      await execute('go', ['run', GENERATORS.go, '-config', 'oapi-codegen.yaml', contract], {
        folder,
      });
      const environment = { GOFLAGS: '-mod=mod' };
      await execute('go', ['vet', './...'], { folder, environment });
      await execute('go', ['build', '-o', 'program', './parse'], { folder, environment });
      await execute('go', ['build', '-o', 'conversation', '.'], { folder, environment });
      return {
        ...{ command: join(folder, 'program'), args: [] },
        conversation: { command: join(folder, 'conversation'), args: [] },
      };
    },
  },
  {
    name: 'go-quicktype',
    needs: ['go'],
    converses: true,
    async build({ folder, contract }) {
      await copyProgram('go-quicktype', folder);
      await mkdir(join(folder, 'modelruns'));
      await writeFile(join(folder, 'modelruns', 'types.go'), await quicktypes(contract));
      await execute('go', ['vet', './...'], { folder });
      await execute('go', ['build', '-o', 'program', '.'], { folder });
      return { command: join(folder, 'program'), args: [] };
    },
  },
  {
    name: 'rust',
    needs: ['cargo', 'java', 'mvn'],
    converses: false,
    async build(folders) {
      const { folder, cache } = folders;
      await copyProgram('rust', folder);
      const generated = await openapiGenerator(folders, 'rust', [
        '--global-property=models,modelDocs=false,modelTests=false,supportingFiles=mod.rs',
      ]);
      await cp(join(generated, 'src/models'), join(folder, 'src/models'), { recursive: true });
      const target = join(cache, 'rust');
      await execute('cargo', ['build', '--quiet', '--target-dir', target], { folder });
      return { command: join(target, 'debug', 'languages'), args: [] };
    },
  },
  {
    name: 'java',
    needs: ['java', 'mvn'],
    converses: false,
    async build(folders) {
      await copyProgram('java', folders.folder);
      const generated = await openapiGenerator(folders, 'java', [
        // The generator cannot make a union of a text and a list that compiles: an object has one or the other.
        ...[
          '--library=native',
          `--schema-mappings=${TEXT_OR_LIST.map((name) => `${name}=java.lang.Object`)}`,
        ],
        '--additional-properties=supportUrlQuery=false',
      ]);
      const sources = 'src/main/java/org';
      await cp(join(generated, sources), join(folders.folder, sources), { recursive: true });
      return maven(folders, 'languages.Program');
    },
  },
  {
    name: 'kotlin',
    needs: ['java', 'mvn'],
    converses: false,
    async build(folders) {
      await copyProgram('kotlin', folders.folder);
      const generated = await openapiGenerator(folders, 'kotlin', [
        '--additional-properties=serializationLibrary=jackson',
      ]);
      const sources = 'src/main/kotlin/org/openapitools/client';
      for (const part of ['models', 'infrastructure/Serializer.kt']) {
        const from = join(generated, sources, part);
        await cp(from, join(folders.folder, sources, part), { recursive: true });
      }
      return maven(folders, 'languages.ProgramKt');
    },
  },
];

/** With the guide's part of it, if the guide shows this language. */
async function copyProgram(name: string, folder: string): Promise<void> {
  await cp(join(import.meta.dirname, 'programs', name), folder, { recursive: true });
  const shown = join(root, 'openapi', 'docs', 'languages', name);
  if (existsSync(shown)) await cp(shown, folder, { recursive: true });
}

/** Go types of what a program sends and reads, from a generator that reads JSON Schema. */
async function quicktypes(contract: string): Promise<string> {
  const schema = await readFile(contract, 'utf8');
  const source = new JSONSchemaInput(undefined);
  for (const name of ['CreateModelRun', 'ModelRun', 'Problem']) {
    await source.addSource({ name, schema, uris: [`#/components/schemas/${name}`] });
  }
  const inputData = new InputData();
  inputData.addInput(source);
  const rendererOptions = { package: 'modelruns' };
  const { lines } = await quicktype({ inputData, lang: 'go', rendererOptions });
  return lines.join('\n');
}

/** The folder of its output. */
async function openapiGenerator(
  { cache, contract, folder }: BuildFolders,
  name: string,
  more: string[],
) {
  const [, artifact, version] = GENERATORS.openapi.split(':');
  const copy = ['-q', 'dependency:copy', `-Dartifact=${GENERATORS.openapi}`];
  await execute('mvn', [...copy, `-DoutputDirectory=${cache}`]);
  const generated = join(folder, 'generated');
  await execute('java', [
    ...['-jar', join(cache, `${artifact}-${version}.jar`), 'generate'],
    ...['-i', contract, '-g', name, '-o', generated, ...more],
  ]);
  return generated;
}

async function maven({ folder }: BuildFolders, main: string) {
  await execute('mvn', ['-q', 'compile'], { folder });
  const libraries = await readFile(join(folder, 'target', 'classpath'), 'utf8');
  const classes = `${join(folder, 'target', 'classes')}:${libraries.trim()}`;
  return { command: 'java', args: ['-cp', classes, main] };
}
