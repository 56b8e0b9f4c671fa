import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { useMembers } from '../queries.ts'
import { MemberPicker } from './member-picker.tsx'

/** Narrows a list to a member, whose id is in the address; empty: everybody. */
export function MemberFilter({
  value,
  onChange,
  error,
}: {
  value: string
  onChange(id: string): void
  /** What is wrong with the address. */
  error?: string | undefined
}) {
  const { t } = useTranslation()
  const { data } = useMembers(value)
  const chosen = data?.find(({ _id }) => _id === value)
  if (value === '' || chosen) {
    return (
      <MemberPicker
        chosen={chosen ?? null}
        onChoose={(member) => onChange(member?._id ?? '')}
        error={undefined}
        isShort
      />
    )
  }
  return (
    <div className="text-sm">
      <p className="flex min-h-12 flex-wrap items-center justify-between gap-2 rounded-2xl border border-field-line px-4">
        <span className="min-w-0 wrap-anywhere">{value}</span>
        <Button look="plain" className="px-3 text-sm" onClick={() => onChange('')}>
          {t('desk.otherMember')}
        </Button>
      </p>
      {error && (
        <p role="alert" className="mt-1 text-negative">
          {error}
        </p>
      )}
    </div>
  )
}
