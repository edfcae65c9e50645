/** The tools that programs can call: the input of each, its price, and how to call it. */
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { type ShownTool, useToolCatalog } from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { ButtonLink, Card, Empty, Field, Listing, Page } from '../../parts/index.ts';
import { ToolEntry } from './tool.tsx';
import './tools.css';

export function ToolsPage({ title }: { title: string }) {
  const { workspaceId, to } = useHere();
  const catalog = useToolCatalog(workspaceId);
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const tools = catalog.data?.tools;
  const found = useMemo(() => tools?.filter((tool) => has(tool, search)), [tools, search]);
  return (
    <Page
      title={title}
      about="Tools your programs can call, as described by their servers. Prices in US dollars, before fees."
      actions={
        <ButtonLink href={to('tool-runs')} icon="right" small>
          Tool runs
        </ButtonLink>
      }
    >
      <search className="filters tool-search">
        <Field
          label="Search"
          type="search"
          value={search}
          onChange={(text) => setParams(text === '' ? {} : { search: text }, { replace: true })}
          placeholder="Name, ID, or description"
          autoComplete="off"
        />
      </search>
      <Listing
        list={catalog}
        rows={found}
        what="the tools"
        empty={search === '' ? <NoTools /> : <NoSuchTool />}
      >
        {(rows) => (
          <Card title={plural(rows.length, 'tool')} isFlush>
            <ul className="tools">
              {rows.map((tool) => (
                <li key={tool.id}>
                  <ToolEntry tool={tool} isOnly={rows.length === 1 || tool.id === search} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Listing>
    </Page>
  );
}

function has({ id, title = '', description = '' }: ShownTool, search: string): boolean {
  const text = `${id}\n${title}\n${description}`.toLowerCase();
  return text.includes(search.trim().toLowerCase());
}

function NoTools() {
  return (
    <Empty icon="tools" title="No tools">
      This deployment has no tools. Its operator adds tool servers with{' '}
      <code>npm run cli -- tools add</code>.
    </Empty>
  );
}

function NoSuchTool() {
  return (
    <Empty icon="search" title="No matching tools">
      Search covers names, IDs, and descriptions.
    </Empty>
  );
}
