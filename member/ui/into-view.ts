/** As a `ref`: brings what appears into view. One function, so that it acts once and not at each drawing. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
