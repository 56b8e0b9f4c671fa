import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Frame } from '@krapao/web/ui/field.tsx'
import { Select } from '@krapao/web/ui/select.tsx'
import { useId } from 'react'
import { useColleagues } from './queries.ts'

/** Chooses one of those who work in the console at present, or anybody. */
export function ColleagueField({
  label,
  value,
  onChange,
}: {
  label: string
  /** An operator's id; empty: anybody. */
  value: string
  onChange(id: string): void
}) {
  const { t } = useTranslation()
  const id = useId()
  const { data = [] } = useColleagues()
  return (
    <Frame id={id} label={label}>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('desk.history.anybody')}</option>
        {/* An address may name somebody who has left. */}
        {value !== '' && !data.some(({ _id }) => _id === value) && <option value={value}>{value}</option>}
        {data.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
    </Frame>
  )
}
