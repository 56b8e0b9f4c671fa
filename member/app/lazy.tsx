import { loadTexts } from './i18n.ts'
import { type Load, type Part, partOf } from './part.tsx'
import { modalPlaceholders, pagePlaceholders } from './part-placeholders.tsx'

/** What fetches nothing through queries: it arrives with its slice's texts, both at once. */
export const plain =
  <P extends object>(slices: string[], load: Load<P>): Load<P> =>
  async () => {
    const [module] = await Promise.all([load(), loadTexts(...slices)])
    return module
  }

/** What fetches; what it needs for that comes along. */
export const fetching =
  <P extends object>(slices: string[], load: Load<P>): Load<P> =>
  async () => {
    const [{ default: Inside }, { Queries }] = await Promise.all([
      load(),
      import('./queries.tsx'),
      loadTexts(...slices),
    ])
    return {
      default: (props: P) => (
        <Queries>
          <Inside {...props} />
        </Queries>
      ),
    }
  }

/** A page that is fetched when it is first shown. */
export const page = (load: Load<object>): Part<object> => partOf(load, pagePlaceholders)

/** A modal that arrives with its slice's texts when it is first opened. */
export const lazyModal = <P extends { onClose(...outcome: never[]): void }>(
  slices: string[],
  load: Load<P>,
): Part<P> => partOf(fetching(slices, load), modalPlaceholders as never)
