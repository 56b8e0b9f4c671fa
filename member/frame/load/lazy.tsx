import { loadTexts } from '../i18n.ts'
import { type Load, type Part, partOf } from './part.tsx'
import { placeholdersOf } from './part-placeholders.tsx'

/** A part that needs no queries; it is shown once its code and its slice's texts are loaded. */
export const plain =
  <P extends object>(slices: string[], load: Load<P>): Load<P> =>
  async () => {
    const [module] = await Promise.all([load(), loadTexts(...slices)])
    return module
  }

/** A part that needs queries; the query client is loaded with it. */
export const fetching =
  <P extends object>(slices: string[], load: Load<P>): Load<P> =>
  async () => {
    const [{ default: Inside }, { Queries }] = await Promise.all([
      load(),
      import('../calls/queries.tsx'),
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

/**
 * A page that is loaded when it is first shown.
 * @param title the text of its heading, which is there already
 */
export const page = (load: Load<object>, title?: 'menu.statement'): Part<object> =>
  partOf(load, placeholdersOf(title))
