/**
 * As a `ref`: scrolls an element into view when it appears. It is one constant function, so that React calls
 * it once and not at each render.
 */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
