/** What this deployment offers: models with their prices, limits, and links to the documentation. */
import { type Catalog, type Model, type ModelHealth, useCatalog } from '../../api/index.ts';
import { formatBasisPoints, formatCount, perMillion, symbolOf } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  Badge,
  Card,
  Code,
  CopyButton,
  DataTable,
  Fact,
  Facts,
  Few,
  Loaded,
  OuterLink,
  useClock,
} from '../../parts/index.ts';

export function Deployment() {
  const { workspaceId } = useHere();
  const catalog = useCatalog(workspaceId, true);
  useClock();
  return (
    <Loaded query={catalog} rows={5} label="Loading models">
      {(data) => (
        <div className="columns">
          <Models catalog={data} />
          <div className="stack">
            <Limits catalog={data} />
            <ReadOn catalog={data} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Models({ catalog }: { catalog: Catalog }) {
  const { models, health } = withHealth(catalog);
  return (
    <Card title="Models" about="Prices per million tokens, before fees." isFlush>
      <Few rows={models} few={11}>
        {(shown) => (
          <DataTable
            label="Models"
            rows={shown}
            keyOf={({ id }) => id}
            numbers={['Input', 'Output', 'Context']}
            columns={{
              Model: ({ id, name, capabilities }) => (
                <>
                  <span className="model-id">
                    <code>{id}</code>
                    <CopyButton text={id} what={`the identifier ${id}`} look="quiet" />
                  </span>
                  <span className="row-note">
                    {name}
                    {capabilities.tools && ' · calls functions'}
                  </span>
                  <Health of={health.get(id)} />
                </>
              ),
              Input: ({ pricing }) => symbolOf(pricing.currency) + perMillion(pricing.prompt),
              Output: ({ pricing }) => symbolOf(pricing.currency) + perMillion(pricing.completion),
              Context: ({ contextLength }) =>
                contextLength === undefined ? undefined : formatCount(contextLength),
            }}
          />
        )}
      </Few>
    </Card>
  );
}

/** Models with problems come first. */
function withHealth({ models, modelHealth }: Catalog) {
  const health = new Map(modelHealth.map((each) => [each.model, each]));
  const isWell = ({ id }: Model) => !health.has(id);
  const sick = models.filter((model) => !isWell(model));
  return { models: [...sick, ...models.filter(isWell)], health };
}

function Health({ of }: { of: ModelHealth | undefined }) {
  if (!of) return null;
  const isWaiting = of.state !== 'fallback';
  return (
    <span className="model-health">
      <Badge tone={isWaiting ? 'bad' : 'warn'}>
        {isWaiting ? 'Provider not responding' : 'Served by a fallback provider'}
      </Badge>
      <span className="row-note">
        noticed <Ago at={of.since} />
        {isWaiting && ' · runs wait'}
      </span>
    </span>
  );
}

function Limits({ catalog: { limits, developerBaseUrl } }: { catalog: Catalog }) {
  return (
    <Card title="Limits">
      <Facts>
        <Fact name="Address">
          <code>{developerBaseUrl}</code>
        </Fact>
        <Fact name="Prompt characters">{formatCount(limits.maxPromptChars)}</Fact>
        <Fact name="Output tokens per run">{formatCount(limits.maxOutputTokens)}</Fact>
        <Fact name="Fee">{formatBasisPoints(limits.feeBasisPoints)} of the cost</Fact>
      </Facts>
    </Card>
  );
}

function ReadOn({ catalog: { docsUrl } }: { catalog: Catalog }) {
  return (
    <Card title="Learn more">
      <ul className="links">
        <li>
          <OuterLink href={`${docsUrl}/guides/quickstart`}>Quickstart</OuterLink>
          <span className="hint">Your first answer in five minutes.</span>
        </li>
        <li>
          <OuterLink href={`${docsUrl}/guides/idempotency-and-retries`}>Retry safely</OuterLink>
          <span className="hint">How to handle timeouts and errors without paying twice.</span>
        </li>
        <li>
          <OuterLink href={`${docsUrl}/guides/function-calling`}>Call functions</OuterLink>
          <span className="hint">A complete example, ready to copy.</span>
        </li>
        <li>
          <OuterLink href={docsUrl}>All documentation</OuterLink>
        </li>
      </ul>
      <p className="hint">Try it without a provider or real money. In a checkout of the project:</p>
      <Code text="npm run mock" language="shell" what="the command" />
    </Card>
  );
}
