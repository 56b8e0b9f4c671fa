import { auditActions } from '@krapao/contract/slices/operator/audit-actions.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field, Frame } from '@krapao/web/ui/field.tsx'
import { Select } from '@krapao/web/ui/select.tsx'
import { useId } from 'react'
import { isMemberId } from '../../ui/address-checks.ts'
import { DateField } from '../../ui/date/date-field.tsx'
import { FilterCard } from '../../ui/filter-card.tsx'
import { ColleagueField, MemberFilter } from '../desk/public.ts'
import type { AuditValue } from './audit-address.ts'
import { actionText } from './audit-words.ts'

/** Searches the audit log by person, day, action, address and member. All of it is in the page's address. */
export function AuditFilters({
  value,
  change,
}: {
  value: AuditValue
  change(fields: Partial<AuditValue>): void
}) {
  const { t } = useTranslation()
  const actionId = useId()
  const { kind: _, ...fields } = value
  const count = Object.values(fields).filter(Boolean).length
  const actions = auditActions
    .map((action) => ({ action, text: actionText(action) }))
    .sort((one, other) => one.text.localeCompare(other.text))
  const isWrong = value.from !== '' && value.to !== '' && value.from > value.to
  const more = [fields.address, fields.member].filter(Boolean).length
  return (
    <FilterCard
      count={count}
      moreCount={more}
      isWrong={isWrong}
      clear={() => change({ by: '', from: '', to: '', member: '', action: '', address: '' })}
      more={
        <>
          <Field
            label={t('operator.audit.address')}
            placeholder={t('operator.audit.addressHint')}
            name="address"
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            value={value.address}
            onChange={(event) => change({ address: event.target.value })}
          />
          <MemberFilter
            value={value.member}
            error={
              value.member !== '' && !isMemberId(value.member) ? t('desk.decisions.noMember') : undefined
            }
            onChange={(member) => change({ member })}
          />
        </>
      }
    >
      <ColleagueField label={t('operator.audit.by')} value={value.by} onChange={(by) => change({ by })} />
      <DateField label={t('operator.audit.from')} value={value.from} onChange={(from) => change({ from })} />
      <DateField
        label={t('operator.audit.to')}
        value={value.to}
        error={isWrong ? t('operator.audit.wrongDays') : undefined}
        onChange={(to) => change({ to })}
      />
      <Frame id={actionId} label={t('operator.audit.action')}>
        <Select
          id={actionId}
          value={value.action}
          onChange={(event) => change({ action: event.target.value })}
        >
          <option value="">{t('operator.audit.anyAction')}</option>
          {actions.map(({ action, text }) => (
            <option key={action} value={action}>
              {text}
            </option>
          ))}
        </Select>
      </Frame>
    </FilterCard>
  )
}
