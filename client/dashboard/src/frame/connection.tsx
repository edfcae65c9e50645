/** Shows that the server is unreachable and tries again; announces once that the server is back. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { connection, useSignal, useSignInMethods } from '../api/index.ts';
import { announce } from '../parts/index.ts';
import './connection.css';

export function ConnectionBanner() {
  const state = useSignal(connection);
  const client = useQueryClient();
  const wasLost = useRef(false);
  const { refetch } = useSignInMethods();

  useEffect(() => {
    if (state === 'well') {
      if (!wasLost.current) return;
      wasLost.current = false;
      announce('You’re back online.');
      void client.invalidateQueries();
      return;
    }
    wasLost.current = true;
    const timer = setInterval(() => void refetch({ cancelRefetch: true }), 2_000);
    return () => clearInterval(timer);
  }, [state, client, refetch]);

  if (state === 'well') return null;
  return (
    <div className="banner" role="status">
      <span className="spinner" aria-hidden="true" />
      You’re offline or the server can’t be reached. Retrying… Nothing you typed will be lost.
    </div>
  );
}
