import { Component, type ReactNode } from 'react'
import { reportError } from '../errors/report-error.ts'

/**
 * Contains an error of its children: reports it, shows `fallback` in their place, and renders them again when
 * that asks for it.
 */
export class Boundary extends Component<
  {
    children: ReactNode
    /** The name of the part of the page, for the report. */
    part: string
    fallback(again: () => void): ReactNode
  },
  { failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error(error)
    reportError(this.props.part, error)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return this.props.fallback(() => this.setState({ failed: false }))
  }
}

/** Something beside the page: with an error it is gone, and the page stays as it is. */
export const Contained = ({ part, children }: { part: string; children: ReactNode }) => (
  <Boundary part={part} fallback={() => null}>
    {children}
  </Boundary>
)
