/** To whom invoices are made out. The provider of payments has it, with a page to change it. */
import { useBilling, useCreateBillingPage } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  Card,
  Fact,
  Facts,
  FormProblem,
  Loaded,
  useSubmission,
} from '../../parts/index.ts';

export function Billing() {
  const { workspaceId } = useHere();
  const billing = useBilling(workspaceId);
  const create = useCreateBillingPage();
  const submission = useSubmission(async () => {
    const { billingUrl } = await create.mutateAsync({ params: { path: { workspaceId } } });
    window.location.assign(billingUrl);
  });
  return (
    <Card
      title="Billing details"
      about="What invoices have at their top. The payment provider keeps it."
    >
      <Loaded query={billing} rows={2} label="Loading the billing details">
        {(data) => (
          <div className="stack">
            <Facts>
              <Fact name="Name">{data.name ?? 'Not entered'}</Fact>
              <Fact name="Address">{data.address.join(', ') || 'Not entered'}</Fact>
              {data.taxIds.map(({ type, value }) => (
                <Fact key={value} name="Tax id">
                  {value} <span className="row-note">{type}</span>
                </Fact>
              ))}
            </Facts>
            <div className="card-actions">
              <Button isPending={submission.isPending} onPress={submission.submit}>
                Details and invoices
              </Button>
            </div>
            <FormProblem error={submission.error} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}
