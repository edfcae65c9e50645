/** A substitute for a chart that can't be drawn; the rest of the page works. */
import { Component, type ReactNode } from 'react';

export class Boundary extends Component<{ children: ReactNode; instead: ReactNode }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
