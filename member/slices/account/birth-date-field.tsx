import { monthNames } from '@krapao/contract/dates.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Select } from '@krapao/web/ui/select.tsx'
import { CircleAlert } from 'lucide-react'
import { useEffect, useId } from 'react'
import { type BirthDate, eraOf, yearIn } from './birth-date.ts'
import { digitsOf } from './digits.ts'

const control =
  'block w-full min-h-12 rounded-2xl border bg-card px-3 py-2.5 text-base text-ink placeholder:text-ink-soft/70'

/**
 * Day, month and year of birth. The year is shown in the era of the language and may be typed in either: 2533
 * and 1990 are the same year.
 */
export function BirthDateField({
  value,
  onChange,
  error,
}: {
  value: BirthDate
  onChange(value: BirthDate): void
  error?: string | undefined
}) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const era = eraOf(i18n.language)
  const shown = { ...value, year: yearIn(value.year, era) }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language changes the era of the typed year
  useEffect(() => {
    if (shown.year !== value.year) onChange(shown)
  }, [era])

  const described = {
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  const input = { ...described, className: cx(control, error ? 'border-negative' : 'border-field-line') }
  const label = 'mb-1 block text-sm text-ink-soft'

  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{t('account.birth.date')}</legend>
      <div className="flex flex-wrap gap-2">
        <label className="w-[4.25rem]">
          <span className={label}>{t('account.birth.day')}</span>
          <input
            {...input}
            inputMode="numeric"
            autoComplete="bday-day"
            value={value.day}
            onChange={(event) => onChange({ ...value, day: digitsOf(event.target.value, 2) })}
          />
        </label>
        <label htmlFor={`${id}-month`} className="min-w-0 flex-[1_1_5.5rem]">
          <span className={label}>{t('account.birth.month')}</span>
          <Select
            {...described}
            id={`${id}-month`}
            invalid={error !== undefined}
            className="pr-9! pl-3!"
            autoComplete="bday-month"
            value={value.month}
            onChange={(event) => onChange({ ...value, month: event.target.value })}
          >
            <option value="">{t('account.birth.chooseMonth')}</option>
            {monthNames(i18n.language).map((name, month) => (
              <option key={name} value={month + 1}>
                {name}
              </option>
            ))}
          </Select>
        </label>
        <label className="w-24">
          <span className={label}>{t(`account.birth.year${era}`)}</span>
          <input
            {...input}
            inputMode="numeric"
            autoComplete="bday-year"
            value={value.year}
            onChange={(event) => onChange({ ...value, year: digitsOf(event.target.value, 4) })}
            onBlur={() => shown.year !== value.year && onChange(shown)}
          />
        </label>
      </div>
      <div id={`${id}-error`} aria-live="polite" className={cx('text-sm text-negative', !error && 'sr-only')}>
        {error && (
          <span className="flex items-start gap-1.5">
            <CircleAlert className="mt-1 size-3.5 shrink-0" aria-hidden />
            {error}
          </span>
        )}
      </div>
    </fieldset>
  )
}
