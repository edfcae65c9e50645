/** The state of a conversation: plain JSON, so that it can be saved between any two turns. */
import type { ComputeJob, Message, ModelRun, ToolRun } from './contract.ts';

export interface Conversation {
  /** All of it: what it began with, the model's messages as they came, the results of the calls. */
  messages: Message[];
  /** The model runs of this call, one per turn, oldest first. */
  runs: ModelRun[];
  /** The tool runs of this call, one per call of a tool of the catalog, in the order of the calls. */
  toolRuns: ToolRun[];
  /** The compute jobs of this call, one per call of a tool that `jobTool` made, in the order of the calls. */
  computeJobs: ComputeJob[];
  /** What the request keys of its turns begin with. */
  conversationKey: string;
}

/** A conversation that the model has ended by an answer without calls. */
export interface FinishedConversation extends Conversation {
  /** The run of the last turn; it is completed. */
  run: ModelRun;
  /** Its text, if there is one. */
  text: string | undefined;
}
