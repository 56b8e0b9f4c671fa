import { isMasked } from '@krapao/contract/masked-number.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatAccountNo } from '@krapao/web/ui/format.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../app/errors.ts'
import type { Item, Member } from '../queries.ts'
import { type NumberOf, useNumbers } from './use-numbers.ts'

/** A member's phone number, with the button that shows both numbers where they are masked. */
export const MemberPhone = ({
  member,
  whole = (number) => number,
}: {
  member: Member
  /** How the whole number is shown, where it is more than text. */
  whole?(number: string): ReactNode
}) => <Shown value={member.username} of={{ member, field: 'username' }} hasButton whole={whole} />

/** A member's account number. Where it is masked, the button beside the phone number shows it. */
export const MemberAccount = ({ member }: { member: Member }) => (
  <Shown
    value={member.bankAccountNo}
    of={{ member, field: 'bankAccountNo' }}
    hasButton={false}
    whole={formatAccountNo}
  />
)

/** An account number among the facts of an item. */
export const ItemAccount = ({
  item,
  label,
  value,
}: {
  item: Pick<Item, 'queue' | 'id'>
  label: string
  value: string
}) => <Shown value={value} of={{ item, label }} hasButton whole={formatAccountNo} />

interface ShownProps {
  value: string
  of: NumberOf
  hasButton: boolean
  whole(number: string): ReactNode
}

const Shown = (props: ShownProps) =>
  isMasked(props.value) ? <Masked {...props} /> : props.whole(props.value)

function Masked({ value, of, hasButton, whole: show }: ShownProps) {
  const { t } = useTranslation()
  const { whole, error, isFetching, show: ask } = useNumbers(of, value)
  const number = useRef<HTMLSpanElement>(null)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    // The button is gone: who pressed it goes on at the number, which a screen reader reads out.
    if (isAsked && whole !== undefined) number.current?.focus()
  }, [isAsked, whole])
  if (whole !== undefined) {
    return (
      <span ref={number} tabIndex={-1} className="outline-none">
        {show(whole)}
      </span>
    )
  }
  return (
    <>
      <Ending value={value} />
      {hasButton && (
        <>
          {' '}
          <button
            type="button"
            aria-label={
              'member' in of
                ? t('desk.numbers.showMember', { name: of.member.name })
                : t('desk.numbers.showAccount')
            }
            aria-disabled={isFetching}
            className="inline-flex min-h-8 items-center rounded-lg px-1.5 text-sm font-medium text-link underline"
            onClick={() => {
              if (isFetching) return
              setAsked(true)
              ask()
            }}
          >
            {t('desk.numbers.show')}
          </button>
          {error && (
            <span role="alert" className="block text-sm text-negative">
              {errorText(error)}
            </span>
          )}
        </>
      )}
    </>
  )
}

/** A mask as it is written; a screen reader says the digits that are seen, and no row of dots. */
function Ending({ value }: { value: string }) {
  const { t } = useTranslation()
  const [, end] = /^•+ (\p{Nd}+)$/u.exec(value) ?? []
  return (
    <>
      <span aria-hidden className="whitespace-nowrap">
        {value}
      </span>
      <span className="sr-only">
        {end === undefined ? t('desk.numbers.hidden') : t('desk.numbers.ending', { end })}
      </span>
    </>
  )
}
