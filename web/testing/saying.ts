import type { Locator } from 'vitest/browser'

/** A part of the page where it says a text, whatever else it says. */
export const saying = (part: Locator, text: string): Locator => part.filter({ hasText: text })
