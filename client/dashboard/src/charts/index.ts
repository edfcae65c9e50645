export { Boundary } from './boundary.tsx';
export {
  type Counted,
  cutSeries,
  foldSeries,
  nameOf,
  type Series,
  type SeriesGroup,
  seriesOf,
} from './series.ts';
export { Stack } from './stack.tsx';
export { COLORS, Swatch } from './swatch.tsx';
