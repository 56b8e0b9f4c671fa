import { monthInShort, today } from '@krapao/contract/dates.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { type Filter, type Kind, kinds, monthsBetween } from './statement.ts'

/** On the narrowest phones no choice is cut. */
const small = 'max-[359px]:pr-6.5! max-[359px]:pl-2.5! max-[359px]:text-sm!'

/** The value of the choice of days instead of a month. */
const someDays = 'days'

/** The filters of the list. `since`: when the member registered; no earlier month is offered. */
export function Filters({
  filter,
  since,
  onChange,
}: {
  filter: Filter
  since: Date
  onChange(filter: Filter): void
}) {
  const { t, i18n } = useTranslation()
  const { type, month, from, until } = filter
  const [choosing, setChoosing] = useState(false)
  const months = monthsBetween(since, new Date())
  const [searching, setSearching] = useState(false)
  const isSearching = searching || filter.search !== undefined
  const isOfDays = from !== undefined || until !== undefined || choosing
  /** Changes parts of the filter; `undefined` takes one out. */
  function set(parts: { [K in keyof Filter]?: Filter[K] | undefined }): void {
    const changed = Object.entries({ ...filter, ...parts }).filter(([, value]) => value !== undefined)
    onChange(Object.fromEntries(changed) as Filter)
  }
  function choosePeriod(value: string): void {
    setChoosing(value === someDays)
    if (value === someDays) set({ month: undefined, from: `${today().slice(0, 7)}-01`, until: today() })
    else set({ month: value || undefined, from: undefined, until: undefined })
  }

  return (
    <fieldset className="grid grid-cols-1 gap-2 wide:flex wide:flex-wrap wide:items-end wide:*:flex-1">
      <legend className="sr-only">{t('statement.filters')}</legend>
      {/* The second has the button's width more, so that both choices have the same room. */}
      <div className="flex flex-wrap gap-2 *:not-[button]:min-w-[6.5rem] *:not-[button]:flex-1 wide:min-w-[24rem] wide:flex-nowrap">
        <SelectField
          label={t('statement.period')}
          quiet
          className={small}
          value={isOfDays ? someDays : (month ?? '')}
          onChange={(event) => choosePeriod(event.target.value)}
        >
          <option value="">{t('statement.allMonths')}</option>
          <option value={someDays}>{t('statement.someDays')}</option>
          {(month && !months.includes(month) ? [month, ...months] : months).map((value) => (
            <option key={value} value={value}>
              {monthInShort(value, i18n.language)}
            </option>
          ))}
        </SelectField>
        <div className="flex min-w-[min(10rem,100%)]! gap-2 max-wide:basis-14! *:not-[button]:min-w-0 *:not-[button]:flex-1">
          <SelectField
            label={t('statement.kind')}
            quiet
            className={small}
            value={type ?? ''}
            onChange={(event) => set({ type: (event.target.value || undefined) as Kind | undefined })}
          >
            <option value="">{t('statement.allKinds')}</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`statement.kinds.${kind}`)}
              </option>
            ))}
          </SelectField>
          <button
            type="button"
            aria-label={t('statement.search')}
            aria-expanded={isSearching}
            onClick={() => {
              setSearching(!isSearching)
              set({ search: undefined })
            }}
            className="flex size-12 shrink-0 items-center justify-center rounded-2xl border border-field-line bg-card wide:hidden"
          >
            {isSearching ? <X className="size-5" aria-hidden /> : <Search className="size-5" aria-hidden />}
          </button>
        </div>
      </div>
      {isOfDays && (
        <div className="flex flex-wrap gap-2 *:min-w-[10rem] *:flex-1 wide:flex-nowrap">
          <DateField
            label={t('statement.fromDay')}
            value={from ?? ''}
            max={until ?? today()}
            onChange={(day) => set({ from: day || undefined })}
          />
          <DateField
            label={t('statement.untilDay')}
            value={until ?? ''}
            min={from}
            max={today()}
            onChange={(day) => set({ until: day || undefined })}
          />
        </div>
      )}
      {/* On a phone the rows need the room more than a field that is seldom used. */}
      <div className={cx('wide:min-w-[14rem]', !isSearching && 'hidden wide:block')}>
        <SearchField
          key={String(searching)}
          focused={searching}
          value={filter.search ?? ''}
          onChange={(search) => set({ search: search || undefined })}
        />
      </div>
    </fieldset>
  )
}

/** The words after which the list is asked for once the member has stopped typing. */
function SearchField({
  value,
  focused,
  onChange,
}: {
  value: string
  focused: boolean
  onChange(value: string): void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  // Another filter was chosen, or the back button pressed. What was typed keeps a blank at its end: a word
  // may follow.
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value])
  // With the filters of that moment: another one may have been chosen since the last letter.
  const ask = useEffectEvent(() => onChange(typed.trim()))
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(ask, 400)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <Field
      label={t('statement.search')}
      quiet
      type="search"
      // Pressed to be typed into.
      autoFocus={focused}
      enterKeyHint="search"
      maxLength={40}
      placeholder={t('statement.searchHint')}
      unit={<Search className="size-5" aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className="[&::-webkit-search-cancel-button]:hidden"
      action={
        typed !== '' && (
          <button
            type="button"
            aria-label={t('statement.searchClear')}
            className="hidden size-11 items-center justify-center rounded-full text-ink-soft hover:bg-sunken wide:flex"
            onClick={() => {
              setTyped('')
              onChange('')
            }}
          >
            <X className="size-5" aria-hidden />
          </button>
        )
      }
    />
  )
}
