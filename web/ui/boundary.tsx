import { Component, type ReactNode } from 'react'

/** Contains an error of its children: shows `fallback` in their place, and renders them again when that asks for it. */
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
