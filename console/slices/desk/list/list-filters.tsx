import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { control, Field, Frame } from '@krapao/web/ui/field.tsx'
import { Select } from '@krapao/web/ui/select.tsx'
import { Search, SlidersHorizontal, UserRound, Users, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { bankText } from '../../../app/bank-text.ts'
import { useKeys } from '../../../app/keys.tsx'
import { type QueueName, useBanks } from '../queries.ts'
import type { ListAddress } from './list-address.ts'
import { ages, type Chip, chipsOf, filterIn, sorts } from './list-filter.ts'

/** Searching, narrowing and ordering what waits in a queue. All of it is in the address. */
export function ListFilters({
  queue,
  address: { value, change },
  mayDecide,
}: {
  queue: QueueName
  address: ListAddress
  mayDecide: boolean
}) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const fieldsId = useId()
  const chips = chipsOf(filterIn(value).filter)
  const label = t('desk.filter.search')
  useKeys(t('desk.title'), [{ key: '/', label, run: () => search.current?.focus() }])
  return (
    <search className="mb-3 grid gap-2">
      <div className="relative">
        <Search className="pointer-events-none absolute top-4 left-3.5 size-4 text-ink-soft" aria-hidden />
        <input
          ref={search}
          aria-label={label}
          name="search"
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('desk.filter.hint')}
          value={value.q}
          onChange={(event) => change({ q: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            if (value.q) change({ q: '' })
            else event.currentTarget.blur()
          }}
          className={cx(control, 'border-field-line pl-10')}
        />
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Toggle
          isOn={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          icon={<SlidersHorizontal className="size-4 shrink-0" aria-hidden />}
          opens={fieldsId}
        >
          {chips.length > 0 ? t('desk.filter.openWith', { count: chips.length }) : t('desk.filter.open')}
        </Toggle>
        <Toggle
          isOn={value.mine === 'yes'}
          onClick={() => change({ mine: value.mine ? '' : 'yes' })}
          icon={<UserRound className="size-4 shrink-0" aria-hidden />}
        >
          {t('desk.filter.mine')}
        </Toggle>
        {mayDecide && (
          <Toggle
            isOn={value.second === 'yes'}
            onClick={() => change({ second: value.second ? '' : 'yes' })}
            icon={<Users className="size-4 shrink-0" aria-hidden />}
          >
            {t('desk.filter.second')}
          </Toggle>
        )}
      </div>
      <div id={fieldsId}>{isOpen && <Fields queue={queue} value={value} change={change} />}</div>
      {!isOpen && chips.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chips.map((chip) => (
            <li key={chip.is}>
              <ChipButton
                chip={chip}
                onRemove={() => change(Object.fromEntries(chip.fields.map((field) => [field, ''])))}
              />
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

/** A button that is on or off. @param opens the id of what it opens, where it opens something */
function Toggle({
  isOn,
  onClick,
  icon,
  opens,
  children,
}: {
  isOn: boolean
  onClick(): void
  icon: ReactNode
  opens?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      {...(opens ? { 'aria-expanded': isOn, 'aria-controls': opens } : { 'aria-pressed': isOn })}
      className={cx(
        'inline-flex min-h-11 min-w-0 items-center gap-1 rounded-xl border px-2.5 py-1 text-left text-sm font-medium wrap-anywhere',
        isOn ? 'border-link bg-sunken' : 'border-line hover:bg-sunken',
      )}
    >
      {icon}
      {children}
    </button>
  )
}

function Fields({ queue, value, change }: Pick<ListAddress, 'value' | 'change'> & { queue: QueueName }) {
  const { t } = useTranslation()
  const { data: codes = [] } = useBanks(queue)
  const ageText = useAgeText()
  const { filter, errors } = filterIn(value)
  // An address may name a bank of which nothing waits, or an age of its own.
  const allBanks = filter.bank && !codes.includes(filter.bank) ? [filter.bank, ...codes] : codes
  const minutes = Number(filter.older)
  const allAges = minutes && !ages.includes(minutes) ? [minutes, ...ages] : ages
  const amount = (field: 'min' | 'max') => ({
    label: t(`desk.filter.${field}`),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 14,
    value: value[field],
    error: errors[field] && t(`desk.filter.wrong.${errors[field]}`),
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 pb-1">
      <Choice
        label={t('desk.filter.sort')}
        value={filter.sort ?? 'oldest'}
        options={sorts.map((sort) => [sort, t(`desk.filter.sorts.${sort}`)])}
        onChange={(sort) => change({ sort: sort === 'oldest' ? '' : sort })}
      />
      <Choice
        label={t('desk.filter.bank')}
        value={filter.bank ?? ''}
        options={[['', t('desk.filter.anyBank')], ...allBanks.map((code) => [code, bankText(code)] as const)]}
        onChange={(bank) => change({ bank })}
      />
      <Field {...amount('min')} />
      <Field {...amount('max')} />
      <Choice
        label={t('desk.filter.older')}
        value={filter.older ?? ''}
        options={[
          ['', t('desk.filter.anyAge')],
          ...allAges.map((age) => [String(age), ageText(age)] as const),
        ]}
        onChange={(older) => change({ older })}
      />
    </div>
  )
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange(value: string): void
}) {
  const id = useId()
  return (
    <Frame id={id} label={label}>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </Select>
    </Frame>
  )
}

function useAgeText(): (minutes: number) => string {
  const { t } = useTranslation()
  return (minutes) => {
    if (minutes % 1440 === 0) return t('desk.filter.days', { count: minutes / 1440 })
    if (minutes % 60 === 0) return t('desk.filter.hours', { count: minutes / 60 })
    return t('desk.filter.minutes', { count: minutes })
  }
}

function useChipText(chip: Chip): string {
  const { t } = useTranslation()
  const ageText = useAgeText()
  if (chip.is === 'sort') return t(`desk.filter.sorts.${chip.sort}`)
  if (chip.is === 'bank') return bankText(chip.bank)
  if (chip.is === 'older') return t('desk.filter.chip.older', { age: ageText(chip.minutes) })
  const [min, max] = [chip.min, chip.max].map((text) => Number(text ?? 0).toLocaleString('en-US'))
  if (chip.min === undefined) return t('desk.filter.chip.max', { max })
  return chip.max === undefined
    ? t('desk.filter.chip.min', { min })
    : t('desk.filter.chip.between', { min, max })
}

function ChipButton({ chip, onRemove }: { chip: Chip; onRemove(): void }) {
  const { t } = useTranslation()
  const what = useChipText(chip)
  return (
    <button
      type="button"
      aria-label={t('desk.filter.remove', { what })}
      className="inline-flex min-h-11 min-w-0 items-center gap-1.5 rounded-xl bg-sunken px-3 py-1 text-left text-sm font-medium wrap-anywhere hover:brightness-97 dark:hover:brightness-115"
      onClick={onRemove}
    >
      {what}
      <X className="size-4 shrink-0" aria-hidden />
    </button>
  )
}
