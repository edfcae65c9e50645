/** The destinations to which the service broadcasts the spans of runs, and their health. */
import { useState } from 'react';
import { useDestinations } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, Empty, Listing, Page } from '../../parts/index.ts';
import { DestinationCard } from './card.tsx';
import { SaveDestination } from './save.tsx';
import './destinations.css';

export function DestinationsPage({ title }: { title: string }) {
  const { workspaceId, isAtLeast } = useHere();
  const [isCreating, setCreating] = useState(false);
  const destinations = useDestinations(workspaceId);
  const create = isAtLeast('admin') && (
    <Button look="primary" icon="plus" onPress={() => setCreating(true)}>
      Create destination
    </Button>
  );
  return (
    <Page
      title={title}
      about="Export a span for each run to your own tracing, seconds after it ends."
      actions={create}
    >
      {!isAtLeast('admin') && <p className="hint">Only admins can manage destinations.</p>}
      <Listing
        list={destinations}
        rows={destinations.data?.data}
        what="the destinations"
        empty={
          <Empty icon="destinations" title="No destinations yet" actions={create}>
            Add your OTLP endpoint to get a span for each finished run, with model, tokens, cost,
            and timing. Prompts and answers are included only if you turn that on.
          </Empty>
        }
      >
        {(rows) => (
          <div className="stack">
            {rows.map((destination) => (
              <DestinationCard key={destination.id} destination={destination} />
            ))}
          </div>
        )}
      </Listing>
      {isCreating && <SaveDestination onClose={() => setCreating(false)} />}
    </Page>
  );
}
