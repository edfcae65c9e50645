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
export { COLORS, Stack, Swatch } from './stack.tsx';
