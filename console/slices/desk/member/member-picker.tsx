import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { UserRoundCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../../app/errors.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { type Member, minSearch, useFound } from '../queries.ts'
import { Person } from './person.tsx'

/**
 * Finds a member by phone, account number, id or name, and chooses one.
 * @param isShort says in the field, and not below it, by what a member is found
 */
export function MemberPicker({
  chosen,
  onChoose,
  error,
  isShort = false,
}: {
  chosen: Member | null
  onChoose(member: Member | null): void
  error: string | undefined
  isShort?: boolean
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 300)
  const { data, error: failure, isFetching } = useFound(search)
  const found = data?.members
  const group = useId()

  if (chosen) {
    return (
      <div className="flex items-start gap-3 rounded-2xl border border-positive px-4 py-3 text-sm">
        <UserRoundCheck className="mt-0.5 size-5 shrink-0 text-positive" aria-hidden />
        <span className="min-w-0 flex-1">
          <Person member={chosen} />
        </span>
        <Button look="plain" className="-my-1.5 -mr-3 px-3 text-sm" onClick={() => onChoose(null)}>
          {t('desk.otherMember')}
        </Button>
      </div>
    )
  }
  const isTooShort = search.length < minSearch
  const message = failure
    ? errorText(failure)
    : isTooShort || !found || isFetching
      ? undefined
      : data?.hasMoreEnds
        ? t('desk.moreEnds')
        : t('desk.found', { count: found.length })
  return (
    <div className="grid gap-2">
      <Field
        label={t('desk.findMember')}
        {...(isShort ? { placeholder: t('desk.filter.hint') } : { hint: t('desk.findHint') })}
        name="member"
        type="search"
        autoComplete="off"
        maxLength={80}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="text-sm text-ink-soft">
        {message}
      </p>
      {!isTooShort && found && found.length > 0 && (
        <ul aria-labelledby={group} className="max-h-64 overflow-y-auto rounded-2xl border border-line">
          {found.map((member) => (
            <li key={member._id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                className="block w-full px-4 py-2.5 text-left text-sm hover:bg-sunken"
                onClick={() => onChoose(member)}
              >
                <Person member={member} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <span id={group} className="sr-only">
        {t('desk.findMember')}
      </span>
    </div>
  )
}
