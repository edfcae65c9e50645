/** Edits the messages of the conversation in their order, each with its role. */
import { Button, Json } from '../../parts/index.ts';
import { MessageList } from '../prompts/content-fields.tsx';
import type { PlaygroundMessage } from './draft.ts';

interface MessagesProps {
  messages: PlaygroundMessage[];
  onChange: (messages: PlaygroundMessage[]) => void;
  fault: string | undefined;
}

export function Messages({ messages, onChange, fault }: MessagesProps) {
  return (
    <MessageList
      {...{ messages, onChange, fault }}
      most={Number.POSITIVE_INFINITY}
      fixed={({ kept }, position, onRemove) =>
        kept && {
          role: kept.role,
          shown: <Kept message={kept} position={position} onRemove={onRemove} />,
        }
      }
    />
  );
}

interface KeptProps {
  message: NonNullable<PlaygroundMessage['kept']>;
  position: number;
  onRemove: () => void;
}

function Kept({ message, position, onRemove }: KeptProps) {
  return (
    <>
      <div className="editor-message-head">
        <span className="hint">Sent unchanged, because it’s more than text.</span>
        <span className="editor-message-acts">
          <Button
            small
            look="quiet"
            icon="close"
            label={`Remove message ${position}`}
            onPress={onRemove}
          />
        </span>
      </div>
      <details className="tool">
        <summary>Message {position} as JSON</summary>
        <Json text={JSON.stringify(message)} what={`message ${position}`} />
      </details>
    </>
  );
}
