import { useTranslation } from 'react-i18next'
import { SelectField } from '../../ui/select-field.tsx'
import { type Filter, type Kind, kinds, monthsBetween } from './statement.ts'

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
  const { t } = useTranslation()
  const { type, month } = filter
  const months = monthsBetween(since, new Date())
  const set = (type: string, month: string) =>
    onChange({ ...(type && { type: type as Kind }), ...(month && { month }) })
  return (
    <fieldset className="flex flex-wrap gap-3 *:not-[legend]:min-w-[8rem] *:not-[legend]:flex-1 wide:grid wide:grid-cols-1">
      <legend className="sr-only">{t('statement.filters')}</legend>
      <SelectField
        label={t('statement.kind')}
        value={type ?? ''}
        onChange={(event) => set(event.target.value, month ?? '')}
      >
        <option value="">{t('statement.allKinds')}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`statement.kinds.${kind}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('statement.month')}
        value={month ?? ''}
        onChange={(event) => set(type ?? '', event.target.value)}
      >
        <option value="">{t('statement.allMonths')}</option>
        {(month && !months.includes(month) ? [month, ...months] : months).map((value) => (
          <option key={value} value={value}>
            {value.split('-').reverse().join('/')}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}
