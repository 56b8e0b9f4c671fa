/**
 * What the browser keeps for this site. Private windows, some settings and frames of other sites refuse
 * storage, and a full one takes nothing more: an entry then lives as long as the page, and nothing fails.
 * Nobody else touches the browser's own (biome.json).
 */
export interface Stored {
  read(name: string): string | null
  /** @returns whether it outlives the page */
  keep(name: string, text: string): boolean
  remove(name: string): void
  names(): string[]
  /**
   * Whether anything outlives the page here: who said no in a browser that keeps nothing would be asked at
   * every visit.
   */
  keeps(): boolean
}

/** In every tab, until it is removed. */
export const local = storedIn(() => localStorage)
/** In this tab, until it is closed. */
export const session = storedIn(() => sessionStorage)

function storedIn(storage: () => Storage): Stored {
  const ofPage = new Map<string, string>()
  /** What the browser answers; `otherwise` where it refuses. */
  function ask<T>(act: (own: Storage) => T, otherwise: T): T {
    try {
      return act(storage())
    } catch {
      return otherwise
    }
  }
  return {
    read: (name) => ofPage.get(name) ?? ask((own) => own.getItem(name), null),
    keep(name, text) {
      ofPage.delete(name)
      const isKept = ask((own) => {
        own.setItem(name, text)
        return true
      }, false)
      if (isKept) return true
      // What was kept before must not come back with the next page.
      ask((own) => own.removeItem(name), undefined)
      ofPage.set(name, text)
      return false
    },
    remove(name) {
      ofPage.delete(name)
      ask((own) => own.removeItem(name), undefined)
    },
    keeps: () => ask((own) => own.length >= 0, false),
    names: () => [
      ...new Set([
        ...ofPage.keys(),
        ...ask((own) => Array.from({ length: own.length }, (_, at) => own.key(at) ?? ''), []),
      ]),
    ],
  }
}
