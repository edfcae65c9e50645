import { type ComponentType, lazy } from 'react';
import { connection, isReached } from '../api/index.ts';

/** Code that loads when it is first shown. Where the server can't be reached, it loads once the server is back. */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    for (;;) {
      const found = await load().catch(() => undefined);
      if (found) return { default: found };
      // A newer version may no longer serve it: then the page says so.
      if (await isReached()) return { default: await load() };
      await isBack();
    }
  });
}

function isBack(): Promise<void> {
  return new Promise((done) => {
    if (connection.get() === 'well') return done();
    const stop = connection.subscribe(() => {
      if (connection.get() === 'lost') return;
      stop();
      done();
    });
  });
}
