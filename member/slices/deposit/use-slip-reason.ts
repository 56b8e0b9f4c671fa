import { useTranslation } from 'react-i18next'

/** Says why a slip was not taken (spec.md §8 Slip reasons); the texts are the statement's. */
export function useSlipReason(): (reason: string | null | undefined) => string {
  const { t, i18n } = useTranslation()
  return (reason) => {
    const key = `statement.slipReason.${reason}`
    return reason && i18n.exists(key) ? (t as (key: string) => string)(key) : t('deposit.slip.failedPlain')
  }
}
