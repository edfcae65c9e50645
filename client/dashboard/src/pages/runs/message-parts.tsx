/** The parts of a message. The page shows an image in base64, and shows only the address of external content. */
import type { SentPart } from '../../api/index.ts';
import { formatCount } from '../../format/index.ts';
import { LongText } from './long-text.tsx';

export function Parts({ parts }: { parts: SentPart[] }) {
  return parts.map((part, index) => <Part key={keyOf(index)} part={part} />);
}

function Part({ part }: { part: SentPart }) {
  const { type, text, image_url: image, file, input_audio: audio } = part;
  if (text !== undefined) return <LongText text={text} />;
  if (image) return <Image url={image.url} alt="From the request" />;
  if (file)
    return <Held name={file.filename} type={typeOf(file.file_data)} base64={file.file_data} />;
  if (audio) return <Held name="Sound" type={audio.format} base64={audio.data} />;
  return <p className="faint">{type}</p>;
}

/** Shows an image, or the address of an external one. */
export function Image({ url, alt }: { url: string; alt: string }) {
  if (url.startsWith('data:') && !SHOWN.test(url)) {
    return <Held name="Image" type={typeOf(url)} base64={url} />;
  }
  if (!SHOWN.test(url)) {
    return (
      <p className="message-part">
        Image at <code>{url}</code>
      </p>
    );
  }
  return (
    <figure className="message-part">
      <img src={url} alt={alt} />
      <figcaption className="faint">
        {typeOf(url)}, {sizeOf(url)}
      </figcaption>
    </figure>
  );
}

/** A part that is listed with its name and not shown. */
export function Held({ name, type, base64 }: { name: string; type: string; base64: string }) {
  return (
    <p className="message-part">
      {name}{' '}
      <span className="faint">
        {type}, {sizeOf(base64)}
      </span>
    </p>
  );
}

/** Images that a browser shows and that can hold no program. */
const SHOWN = /^data:image\/(png|jpeg|webp|gif);base64,/;

function typeOf(dataUrl: string): string {
  return /^data:([^;,]*)/.exec(dataUrl)?.[1] ?? '';
}

/** Returns the size of base64 data. The text may be a data URL. */
function sizeOf(base64: string): string {
  const text = base64.slice(base64.indexOf(',') + 1).replace(/=+$/, '');
  return `${formatCount(Math.floor((text.length * 3) / 4))} bytes`;
}

/** Parts never change their order: an index always has the same part. */
function keyOf(index: number): string {
  return `part ${index}`;
}
