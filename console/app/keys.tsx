import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { letterOf } from './key-of.ts'

/** A key that does something on the page that shows. */
export interface Key {
  /**
   * A lower-case letter, a digit, `/` or `?`, by the place of the key where the layout has no Latin letters.
   */
  key: string
  /** What it does, in the operator's language, as the list of keys shows it. */
  label: string
  run(): void
  /** False: it does nothing now, and is not listed. */
  when?: boolean
}

/** The keys of one part of a page. */
interface Part {
  /** Its heading in the list of keys. */
  name: string
  keys: Key[]
  /** For keys inside of a dialog: an element in it. Other keys rest while a dialog is open. */
  within: RefObject<HTMLElement | null> | undefined
}

/** The parts that are on screen, the innermost last. */
const parts = new Set<Part>()

const typing =
  'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable=true]'

/** The parts whose keys work now. An open dialog has its own keys only. */
function activeParts(): Part[] {
  const dialogs = document.querySelectorAll('dialog[open]')
  const top = dialogs[dialogs.length - 1]
  const isActive = ({ within }: Part) =>
    top ? within?.current != null && top.contains(within.current) : within === undefined
  return [...parts].filter(isActive).map((part) => ({
    ...part,
    keys: part.keys.filter(({ when = true }) => when),
  }))
}

function press(event: KeyboardEvent): void {
  const isOther = event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat
  if (isOther || event.defaultPrevented) return
  if (event.target instanceof Element && event.target.matches(typing)) return
  const letter = letterOf(event)
  const found = activeParts()
    .flatMap(({ keys }) => keys)
    .findLast(({ key }) => key === letter)
  if (!found) return
  // Else the letter would also be typed into the field that it opens.
  event.preventDefault()
  found.run()
}

/**
 * Keys that work while the calling component is on screen, except while somebody types. The list under `?`
 * shows them. Where two parts name the same key, the one that came last has it.
 * @param name heading of these keys in the list
 * @param within for keys of a dialog: an element in it
 */
export function useKeys(name: string, keys: Key[], within?: RefObject<HTMLElement | null>): void {
  const part = useRef<Part>({ name, keys, within })
  part.current.name = name
  part.current.keys = keys
  useEffect(() => {
    const own = part.current
    if (parts.size === 0) document.addEventListener('keydown', press)
    parts.add(own)
    return () => {
      parts.delete(own)
      if (parts.size === 0) document.removeEventListener('keydown', press)
    }
  }, [])
}

/** Opens the list of the keys that work now, by `?`. */
export function KeysHelp() {
  const { t } = useTranslation()
  const [shown, setShown] = useState<{ name: string; keys: Key[] }[]>()
  const open = () => setShown(activeParts().filter(({ keys }) => keys.length > 0))
  useKeys(t('ui.keys.everywhere'), [{ key: '?', label: t('ui.keys.help'), run: open }])
  if (!shown) return null
  return (
    <Dialog title={t('ui.keys.title')} onClose={() => setShown(undefined)}>
      {/* The innermost part first: its keys are what somebody looks for. */}
      {shown.toReversed().map(({ name, keys }) => (
        <section key={name} className="mb-4">
          <h3 className="mb-1 text-sm font-semibold text-ink-soft">{name}</h3>
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
            {keys.map(({ key, label }) => (
              <div key={key} className="contents">
                <dt>
                  <KeyCap name={key} />
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

/** A key as it is drawn on a keyboard. */
export const KeyCap = ({ name }: { name: string }) => (
  <kbd className="inline-grid min-w-7 place-items-center rounded-md border border-line bg-sunken px-1.5 text-sm leading-6 font-medium text-ink">
    {name.toUpperCase()}
  </kbd>
)
