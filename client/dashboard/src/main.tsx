/** The dashboard in the browser. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { queries } from './api/index.ts';
import { App } from './app.tsx';
import './theme/index.css';

createRoot(document.getElementById('page')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Router base="/dashboard">
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
