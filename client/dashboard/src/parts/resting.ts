/** Returns a typed value when the user pauses typing. */
import { useEffect, useState } from 'react';

export function useResting<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [resting, setResting] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setResting(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return (resting === undefined ? undefined : JSON.parse(resting)) as Value;
}
