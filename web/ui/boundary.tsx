import { Component, type ReactNode } from 'react'

/** Keeps a fault of what is inside to itself: shows `fallback` in its place, and begins anew when that asks for it. */
export class Boundary extends Component<
  { children: ReactNode; fallback(again: () => void): ReactNode },
  { failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return this.props.fallback(() => this.setState({ failed: false }))
  }
}
