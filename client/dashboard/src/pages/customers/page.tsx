/** Shows all customers, or the one that the address names. */
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { allRows, customersFile, useCustomers } from '../../api/index.ts';
import { monthsBefore } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  Card,
  DownloadLink,
  Empty,
  Listing,
  Page,
  Pick,
  Segments,
  TextFilter,
  useNow,
  useZone,
} from '../../parts/index.ts';
import { CreateCustomer } from './create.tsx';
import { CustomerPage } from './customer.tsx';
import { DefaultBudgets } from './defaults.tsx';
import { CustomerTable } from './table.tsx';
import { type CustomersView, filtersOf, readView, writeView } from './view.ts';
import './customers.css';

export function CustomersPage({ title }: { title: string }) {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <AllCustomers title={title} /> : <CustomerPage key={id} id={id} />;
}

function AllCustomers({ title }: { title: string }) {
  const { workspaceId, isAtLeast } = useHere();
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<'create' | 'defaults'>();
  const zone = useZone();
  const months = monthsBefore(useNow(), zone);
  const view = readView(params, months[0]!.value);
  const change = (part: Partial<CustomersView>) =>
    setParams(writeView({ ...view, ...part }, months[0]!.value), { replace: true });
  const filters = { ...filtersOf(view), timeZone: zone };
  const customers = useCustomers(workspaceId, filters);
  const mayChange = isAtLeast('admin');
  const isFiltered = view.search !== '' || view.state !== 'all';
  const add = (
    <Button look="primary" icon="plus" onPress={() => setOpened('create')}>
      Add customer
    </Button>
  );
  return (
    <Page
      title={title}
      about="The end users your runs name, with what each spends and may spend."
      actions={
        <>
          <Button icon="settings" onPress={() => setOpened('defaults')}>
            Default budgets
          </Button>
          {mayChange && add}
        </>
      }
    >
      <search className="filters">
        <Pick
          label="Month"
          isLabelHidden
          options={months}
          value={view.month}
          onChange={(month) => change({ month })}
        />
        <TextFilter
          label="Search"
          placeholder="Name or customer ID"
          value={view.search}
          onChange={(search) => change({ search })}
        />
        <Segments
          label="State"
          options={STATES}
          value={view.state}
          onChange={(state) => change({ state })}
        />
        <Pick
          label="Sort"
          isLabelHidden
          options={SORTS}
          value={view.sort}
          onChange={(sort) => change({ sort })}
        />
        <DownloadLink href={customersFile(workspaceId, filters)} what="all of these customers">
          CSV
        </DownloadLink>
      </search>
      <Listing
        list={customers}
        rows={allRows(customers.data)}
        what="the customers"
        bones={8}
        empty={
          isFiltered ? (
            <Empty
              icon="search"
              title="No matching customers"
              actions={
                <Button onPress={() => change({ search: '', state: 'all' })}>
                  Clear the filters
                </Button>
              }
            >
              Search for a part of a name or of an ID.
            </Empty>
          ) : (
            <Empty icon="customers" title="No customers yet" actions={mayChange && add}>
              Set <code>attribution.endUserId</code> on your runs: each end user becomes a customer
              with its first run.
            </Empty>
          )
        }
      >
        {(rows) => (
          <Card isFlush>
            <CustomerTable
              customers={rows}
              total={customers.data!.pages.at(-1)!.total}
              month={view.month}
              isFiltered={isFiltered}
            />
          </Card>
        )}
      </Listing>
      {opened === 'create' && <CreateCustomer onClose={() => setOpened(undefined)} />}
      {opened === 'defaults' && <DefaultBudgets onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

const STATES: { value: CustomersView['state']; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
];

const SORTS: { value: CustomersView['sort']; label: string }[] = [
  { value: 'spent', label: 'Most spent' },
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name' },
];
