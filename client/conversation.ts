/** The state of a conversation: plain JSON, so that you can save it between any two turns. */
import type { ComputeJob, Message, ModelRun, ToolRun } from './contract.ts';

export interface Conversation {
  /** The whole conversation: its first messages, the model's messages unchanged, and the results of the calls. */
  messages: Message[];
  /** The model runs of this call, one per turn, oldest first. */
  runs: ModelRun[];
  /** The tool runs of this call, one per call of a tool of the catalog, in the order of the calls. */
  toolRuns: ToolRun[];
  /** The compute jobs of this call, one per call of a tool that `jobTool` made, in the order of the calls. */
  computeJobs: ComputeJob[];
  /** The prefix of the request keys of its turns. */
  conversationKey: string;
}

/** A conversation that the model ended with an answer without calls. */
export interface FinishedConversation extends Conversation {
  /** The completed run of the last turn. */
  run: ModelRun;
  /** The text of the answer, if it has one. */
  text: string | undefined;
}
