/** Errors of a conversation that reached one of its caller's limits. It can be continued. */
import type { Conversation } from './conversation.ts';
import { ClientError } from './errors.ts';

/** The model still makes calls after `maxTurns` model runs. You can continue `conversation`. */
export class TurnLimitError extends ClientError {
  declare name: 'TurnLimitError';
  declare conversation: Conversation;

  constructor(conversation: Conversation, maxTurns: number) {
    super(
      'TurnLimitError',
      `The model still makes calls after ${maxTurns} turns: raise maxTurns, or go on with error.conversation.messages.`,
      { conversation },
    );
  }
}

/** The next runs could cost more than `maxTotalAmount` leaves. The client did not create them. */
export class CreditLimitError extends ClientError {
  declare name: 'CreditLimitError';
  declare conversation: Conversation;

  constructor(conversation: Conversation, { needed, left }: { needed: number; left: number }) {
    super(
      'CreditLimitError',
      `The next runs could cost ${needed}, and maxTotalAmount leaves ${left}: raise it, and repeat with the same conversationKey.`,
      { conversation },
    );
  }
}
