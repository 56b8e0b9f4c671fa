/**
 * The pages of a list that is loaded as it is reached. Each begins behind a place that does not move, so that
 * one page can be asked for again without those after it.
 */

/** A loaded page. `next`: where the one after it begins; null: it is the last. */
interface Loaded {
  items: readonly { id: string }[]
  next: string | null
}

/**
 * The places at which pages begin, after some of them were asked for again. Where a page does not reach the
 * one after it any more, because items have come between them, another one is put in; pages behind the end
 * are taken out.
 * @param starts '' is the beginning of the list
 * @param pages by start; undefined: not loaded yet
 * @param isReached whether the last page is near what is seen, so that the one after it is wanted
 * @returns the same array if nothing changes
 */
export function mendStarts(
  starts: readonly string[],
  pages: readonly (Loaded | undefined)[],
  isReached: boolean,
): readonly string[] {
  const end = pages.findIndex((page) => page?.next === null)
  if (end !== -1 && end < starts.length - 1) return starts.slice(0, end + 1)
  for (const [n, page] of pages.entries()) {
    const next = page?.next
    if (!page || next == null || next === starts[n + 1]) continue
    const last = page.items.at(-1)?.id
    const isLast = n === starts.length - 1
    if (isLast ? !isReached : reaches(last, pages.slice(n + 1))) continue
    return [...starts.slice(0, n + 1), next, ...starts.slice(n + 1)]
  }
  return starts
}

/** Whether a page's last item is in one of those after it; one that is not loaded is taken to have it. */
const reaches = (last: string | undefined, after: readonly (Loaded | undefined)[]): boolean =>
  last === undefined || after.some((page) => !page || page.items.some(({ id }) => id === last))

/** The items of pages that overlap, each once, where it comes first. */
export function withoutRepeats<Item extends { id: string }>(pages: readonly (readonly Item[])[]): Item[][] {
  const seen = new Set<string>()
  return pages.map((items) =>
    items.filter(({ id }) => {
      const isNew = !seen.has(id)
      seen.add(id)
      return isNew
    }),
  )
}
