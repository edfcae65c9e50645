/** The first steps, which are checked off as they happen, and what this deployment offers. */
import { useHere } from '../../frame/here.tsx';
import { Page } from '../../parts/index.ts';
import { Deployment } from './deployment.tsx';
import { FirstSteps } from './first-steps.tsx';

export function StartPage({ title }: { title: string }) {
  const { workspaceName } = useHere();
  return (
    <Page
      title={title}
      about={`The way to your first run in ${workspaceName}, and what this deployment offers.`}
    >
      <FirstSteps />
      <Deployment />
    </Page>
  );
}
