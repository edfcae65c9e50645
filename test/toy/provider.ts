/** Plays toys: a provider of models, under other names. */
import type {
  Answer,
  LookUp,
  Outcome,
  Provider,
  Report,
  Usage,
} from '../../server/model-runs/providers/index.ts';
import type { LookUpOf, OutcomeOf, ProviderOf, Reported } from '../../server/providers/provider.ts';

export interface Winding {
  runId: string;
  toy: string;
  text: string;
  mostSounds: number;
}

export interface PlayReport extends Reported {
  turns?: number;
  sounds?: number;
}

export interface Played extends PlayReport {
  heard: string;
}

type ToyProvider = ProviderOf<Winding, Played, PlayReport>;

/** Without its own maximum: it charges what the sandbox charges. */
const NO_MAXIMUM = { prompt: '1', completion: '1' };

export function playedBy(provider: Provider): ToyProvider {
  const { name, maxInFlight, endsEarly = false } = provider;
  return {
    ...{ name, maxInFlight, endsEarly },
    async submit({ runId, toy, text, mostSounds }, hooks, signal) {
      const submission = {
        ...{ runId, model: toy, maxOutputTokens: mostSounds, maxPrice: NO_MAXIMUM },
        messages: [{ role: 'user' as const, content: text }],
      };
      return toOutcome(await provider.submit(submission, hooks, signal));
    },
    ...(provider.lookUp && {
      lookUp: async (reference: string, signal: AbortSignal) =>
        toLookUp(await provider.lookUp!(reference, signal)),
    }),
    close: () => provider.close(),
  };
}

function toOutcome(outcome: Outcome): OutcomeOf<Played> {
  if (outcome.kind !== 'answered') return outcome;
  const { answer, ...rest } = outcome;
  return { ...rest, answer: { heard: answer.message.content ?? '', ...reportOf(answer) } };
}

function toLookUp(found: LookUp): LookUpOf<PlayReport, Played> {
  return found.kind === 'executed' ? { kind: 'executed', ...reportOf(found) } : found;
}

function reportOf({ cost, usage }: Answer | Report): PlayReport {
  return { ...(cost !== undefined && { cost }), ...countsOf(usage) };
}

function countsOf({ promptTokens, completionTokens }: Usage = {}): PlayReport {
  return {
    ...(promptTokens !== undefined && { turns: promptTokens }),
    ...(completionTokens !== undefined && { sounds: completionTokens }),
  };
}
