import { mostClearItems } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../queries.ts'
import { amountText } from '../words/labels.ts'
import { ApproveClearModal } from './approve-clear-modal.tsx'

/** The clear items of a list that are chosen to be approved together. */
export interface Choosing {
  isChosen(item: Item): boolean
  /** False: as many are chosen as one call takes. */
  mayChoose: boolean
  toggle(item: Item): void
}

/**
 * Choosing clear items (rules.md §17.3), by the bar above the list and by the box beside each. An item that
 * is not clear any more is not chosen any more.
 * @param items the items that are loaded; none are offered where the operator may not decide
 */
export function useClearItems(items: Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const clear = items.filter(({ isClear }) => isClear)
  const chosen = clear.filter(({ id }) => ids.has(id))
  const choosing: Choosing = {
    isChosen: ({ id }) => ids.has(id),
    mayChoose: chosen.length < mostClearItems,
    toggle({ id }) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
  }
  const first = clear.slice(0, mostClearItems)
  const isAll = first.length > 0 && chosen.length >= first.length
  const toggleAll = () => setIds(new Set(isAll ? [] : first.map(({ id }) => id)))
  return { choosing, chosen, offered: first.length, isAll, toggleAll }
}

/** Chooses all clear items, and approves the chosen ones. */
export function ClearBar({
  chosen,
  offered,
  isAll,
  toggleAll,
}: Omit<ReturnType<typeof useClearItems>, 'choosing'>) {
  const { t } = useTranslation()
  // As they were when the dialog was opened, so that its content does not change while somebody decides.
  const [asked, setAsked] = useState<Item[]>()
  if (offered === 0 && !asked) return null
  return (
    <div className="mb-2 grid gap-2 rounded-xl border border-line px-3 py-1">
      {offered > 0 && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-link"
            checked={isAll}
            onChange={toggleAll}
          />
          {t('desk.clear.all', { count: offered })}
        </label>
      )}
      {chosen.length > 0 && (
        <Button
          wide
          className="mb-2"
          icon={<CheckCheck className="size-5 shrink-0" aria-hidden />}
          onClick={() => setAsked(chosen)}
        >
          {t('desk.clear.approve', { count: chosen.length })}
        </Button>
      )}
      {asked && <ApproveClearModal items={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** The box by which a clear item is chosen. */
export function ClearBox({ item, choosing }: { item: Item; choosing: Choosing }) {
  const { t } = useTranslation()
  const isChosen = choosing.isChosen(item)
  return (
    <label className="grid w-11 shrink-0 place-items-center rounded-xl hover:bg-sunken">
      <input
        type="checkbox"
        className="size-5 accent-link"
        aria-label={t('desk.clear.choose', { name: item.member?.name ?? '', amount: amountText(item) })}
        checked={isChosen}
        disabled={!isChosen && !choosing.mayChoose}
        onChange={() => choosing.toggle(item)}
      />
    </label>
  )
}
