import { auditActions } from '@krapao/contract/slices/operator/audit-actions.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { DateField } from '@krapao/web/ui/date-field.tsx'
import { Field, Frame } from '@krapao/web/ui/field.tsx'
import { Select } from '@krapao/web/ui/select.tsx'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { isMemberId } from '../../ui/address-checks.ts'
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
  // The fields would push what was done out of the page; who comes with a search sees it.
  const [isOpen, setOpen] = useState(count > 0)
  const actions = auditActions
    .map((action) => ({ action, text: actionText(action) }))
    .sort((one, other) => one.text.localeCompare(other.text))
  const isWrong = value.from !== '' && value.to !== '' && value.from > value.to
  return (
    <search className="block rounded-card bg-card px-5 shadow-card">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-12 cursor-pointer items-center gap-2 text-sm font-semibold text-link">
          <SlidersHorizontal className="size-4.5 shrink-0" aria-hidden />
          {count > 0 ? t('operator.audit.filterWith', { count }) : t('operator.audit.filter')}
        </summary>
        {isOpen && (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] items-start gap-x-4 gap-y-3 pt-1 pb-5">
            <ColleagueField
              label={t('operator.audit.by')}
              value={value.by}
              onChange={(by) => change({ by })}
            />
            <DateField
              label={t('operator.audit.from')}
              value={value.from}
              onChange={(from) => change({ from })}
            />
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
            <Field
              label={t('operator.audit.address')}
              hint={t('operator.audit.addressHint')}
              name="address"
              type="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={300}
              value={value.address}
              onChange={(event) => change({ address: event.target.value })}
            />
            <div className="col-span-full max-w-xl">
              <MemberFilter
                value={value.member}
                error={
                  value.member !== '' && !isMemberId(value.member) ? t('desk.decisions.noMember') : undefined
                }
                onChange={(member) => change({ member })}
              />
            </div>
            {count > 0 && (
              <div className="col-span-full">
                <Button
                  look="quiet"
                  onClick={() => change({ by: '', from: '', to: '', member: '', action: '', address: '' })}
                >
                  {t('operator.audit.clear')}
                </Button>
              </div>
            )}
          </div>
        )}
      </details>
    </search>
  )
}
