import { cx } from '@krapao/web/ui/class-names.ts'
import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'

/**
 * A row of tabs; arrow keys, Home and End move between them.
 * @param id prefix of the ids: tab `<id>-tab-<key>`, panel `<id>-panel-<key>`
 */
export function Tabs<K extends string>({
  id,
  label,
  tabs,
  current,
  onChoose,
  disabled,
}: {
  id: string
  label: string
  tabs: { key: K; label: string; icon: LucideIcon }[]
  current: K
  onChoose(key: K): void
  disabled: boolean
}) {
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ key }) => key === current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    const tab = tabs[next]
    if (!tab) return
    onChoose(tab.key)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  return (
    // If letters are so large that a word is wider than its tab, the tabs are one below the other.
    <div className="@container">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="grid auto-cols-fr grid-flow-col gap-1 rounded-2xl bg-sunken p-1 @max-[12rem]:grid-flow-row"
      >
        {tabs.map(({ key, label, icon: Icon }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-tab-${key}`}
            aria-selected={key === current}
            aria-controls={`${id}-panel-${key}`}
            tabIndex={key === current ? 0 : -1}
            disabled={disabled && key !== current}
            onClick={() => onChoose(key)}
            onKeyDown={move}
            className={cx(
              'flex min-h-13 @max-[12rem]:flex-row @max-[12rem]:gap-2 disabled:opacity-45 flex-col items-center justify-center gap-0.5 rounded-xl px-1 py-1.5 text-center text-xs font-semibold leading-snug',
              key === current
                ? 'bg-card text-ink shadow-card dark:bg-night dark:text-on-night'
                : 'text-ink-soft hover:text-ink',
            )}
          >
            <Icon className="size-5 shrink-0" aria-hidden />
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}
