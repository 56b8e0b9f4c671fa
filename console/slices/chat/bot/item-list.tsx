import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type Change, moved } from './draft.ts'

/** The buttons that move and remove an item of a list. The focus stays with the item that moves. */
export function ItemTools({
  name,
  at,
  count,
  onMove,
  onRemove,
}: {
  /** What moves, for screen readers. */
  name: string
  at: number
  count: number
  onMove(to: number): void
  onRemove?(): void
}) {
  const { t } = useTranslation()
  const tools = useRef<HTMLDivElement>(null)
  function move(to: number): void {
    onMove(to)
    // Browsers take the focus off what is put elsewhere, and off a button that can no longer be pressed.
    requestAnimationFrame(() => {
      const [up, down] = tools.current?.querySelectorAll('button') ?? []
      const same = to < at ? up : down
      const button = same?.disabled ? (to < at ? down : up) : same
      button?.focus()
    })
  }
  return (
    <div ref={tools} className="ml-auto flex">
      <IconButton label={t('chats.bot.moveUp', { name })} disabled={at === 0} onClick={() => move(at - 1)}>
        <ArrowUp className="size-5" aria-hidden />
      </IconButton>
      <IconButton
        label={t('chats.bot.moveDown', { name })}
        disabled={at === count - 1}
        onClick={() => move(at + 1)}
      >
        <ArrowDown className="size-5" aria-hidden />
      </IconButton>
      {onRemove && (
        <IconButton label={t('chats.bot.removeOf', { name })} onClick={onRemove}>
          <Trash2 className="size-5" aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** Parts of a step below each other, to be moved, removed and added. */
export function ItemList<Item extends { id: string }>({
  items,
  change,
  nameOf,
  adds,
  max,
  place,
  error,
  children,
}: {
  items: Item[]
  change: Change<Item[]>
  /** The heading of an item. */
  nameOf(item: Item, at: number): string
  /** What can be added. */
  adds: { label: string; make(): Item }[]
  max: number
  /** The place of the list in the content, where the focus goes if there is no field of its own. */
  place: string
  error?: string | undefined
  children(item: Item, at: number): ReactNode
}) {
  const list = useRef<HTMLDivElement>(null)
  function remove(id: string): void {
    change((all) => all.filter((one) => one.id !== id))
    list.current?.focus()
  }
  function add(make: () => Item): void {
    const made = make()
    change((all) => [...all, made])
    requestAnimationFrame(() => {
      const added = list.current?.querySelector(`:scope > ul > li:last-child`)
      added?.querySelector<HTMLElement>('textarea, input, select')?.focus()
    })
  }
  return (
    <div ref={list} tabIndex={-1} data-place={place} className="grid grid-cols-1 gap-3 outline-none">
      {items.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {items.map((item, at) => (
            <li
              key={item.id}
              tabIndex={-1}
              data-place={`${place}/${at}`}
              // On phones a line above is enough: boxes within boxes would leave no room for words.
              className="grid grid-cols-1 gap-3 border-t border-line pt-3 outline-none sm:rounded-2xl sm:border sm:p-3"
            >
              <div className="flex flex-wrap items-center gap-x-2">
                <p className="min-w-0 text-sm font-semibold">{nameOf(item, at)}</p>
                <ItemTools
                  name={nameOf(item, at)}
                  at={at}
                  count={items.length}
                  onMove={(to) => change((all) => moved(all, at, to))}
                  onRemove={() => remove(item.id)}
                />
              </div>
              {children(item, at)}
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className="text-sm text-negative">
          {error}
        </p>
      )}
      {items.length < max && (
        <div className="flex flex-wrap gap-2">
          {adds.map(({ label, make }) => (
            <Button
              key={label}
              look="quiet"
              className="min-h-11! flex-wrap px-3! py-1.5! text-sm!"
              icon={<Plus className="size-4.5 shrink-0" aria-hidden />}
              onClick={() => add(make)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
