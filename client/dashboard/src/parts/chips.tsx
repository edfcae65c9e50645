/** Short texts of programs next to each other, such as permissions. */
import './chips.css';

export function Chips({ texts }: { texts: readonly string[] }) {
  return (
    <span className="chips">
      {texts.map((text) => (
        <code key={text} className="chip">
          {text}
        </code>
      ))}
    </span>
  );
}
