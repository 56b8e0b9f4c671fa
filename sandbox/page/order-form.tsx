import { type Currency, parseAmount } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'

/** The CSS classes of a device's form: one column on phones, two on wide screens. */
export const formClass = 'grid items-start gap-3 md:grid-cols-2'

/**
 * The form of a device that moves an amount: fields before and after the amount, the button, and the error
 * message.
 * @param send gets the amount in `currency`; if it throws, the form shows that the sandbox refused the order
 */
export function OrderForm({
  action,
  send,
  currency,
  disabled = false,
  before,
  after,
}: {
  action: string
  send: (amount: number) => Promise<void>
  currency: Currency
  disabled?: boolean
  before: ReactNode
  after: ReactNode
}) {
  const { t } = useTranslation()
  const [amount, setAmount] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { mutate, isPending, isError, reset } = useMutation({ mutationFn: send })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const value = parseAmount(amount)
    setWrong(!value)
    if (value) mutate(value)
    else reset()
  }

  return (
    <form onSubmit={submit} className={formClass}>
      {before}
      <Field
        label={t('amount.label', { unit: t(`unit.${currency}`) })}
        required
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={isWrong ? t('amount.wrong') : undefined}
        onChange={(event) => setAmount(event.target.value)}
      />
      {after}
      <p role="alert" className="col-span-full text-negative text-sm empty:hidden">
        {isError && t('away')}
      </p>
      <Button type="submit" className="col-span-full" disabled={disabled}>
        {action}
      </Button>
    </form>
  )
}
