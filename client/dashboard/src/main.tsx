/** The dashboard in the browser. */
// First, so that the styles of parts and pages come after the shared ones. A file imports its own styles last: they
// come after those of the parts that it is made of.
import './theme/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/index.ts';
import { App } from './app.tsx';
import { restoreScroll } from './frame/scroll-restoration.ts';

restoreScroll();

createRoot(document.getElementById('page')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
