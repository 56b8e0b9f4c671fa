import { dayInShort, inBangkok } from '@krapao/contract/dates.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatAccountNo, formatMoney } from '@krapao/web/ui/format.ts'
import { useBankNameList } from '../../lookup/public.ts'
import { type Content, type Receipt, tones } from './content.ts'

/** Times this near are one: a deposit that is credited within a minute has no second time. */
const atOnce = 60_000

/** Makes the words of a receipt; undefined while the names of banks are loading. */
export function useContent(receipt: Receipt | undefined): Content | undefined {
  const { t, i18n } = useTranslation()
  const { data: banks, isPending } = useBankNameList()
  if (!receipt || isPending) return undefined
  const { kind, status, reason, method, amount, currency, createdAt, settledAt, from, to, reference } =
    receipt

  const own = t('statement.receipt.ownWallet', { brand: brand.name })
  const sources = {
    GIFT: t('statement.receipt.gift'),
    QR: t('statement.receipt.qr'),
    WALLET: t('statement.receipt.paymentWallet'),
  }

  /** Where the money came from or went to, and the account there. */
  function end({ code, account }: Receipt['from'], isSource: boolean) {
    const below = account === null ? undefined : formatAccountNo(account)
    const bank = banks?.find((bank) => bank.code === code)?.name
    if (code === 'WALLET') return { value: own }
    if (isSource) {
      const source = method === null || method === 'BANK' ? bank : sources[method]
      return { value: source ?? t('statement.receipt.unknown'), below }
    }
    if (kind === 'withdraw') return { value: bank ?? t('statement.receipt.unknown'), below }
    return bank === undefined ? { value: own } : { value: `${brand.name}, ${bank}`, below }
  }

  function at(time: string): string {
    const { day, time: clock } = inBangkok(time)
    return t('statement.receipt.bangkok', { day: dayInShort(day, i18n.language), time: clock })
  }

  function why(): string | undefined {
    const keys = [`statement.reason.${reason}`, `statement.slipReason.${reason}`]
    const key = status === 'FAILED' && reason !== null && keys.find((key) => i18n.exists(key))
    return key ? (t as (key: string) => string)(key) : undefined
  }

  const reasonText = why()
  const isLate = settledAt !== null && Date.parse(settledAt) - Date.parse(createdAt) > atOnce
  return {
    brand: brand.name,
    language: currentLanguage(),
    tone: tones[status],
    title: t(`statement.receipt.${kind}.${status}`),
    amount: amount === null ? undefined : formatMoney(amount, currency),
    lines: [
      ...(reasonText ? [{ label: t('statement.receipt.reason'), value: reasonText }] : []),
      { label: t('statement.receipt.from'), ...end(from, true) },
      { label: t('statement.receipt.to'), ...end(to, false) },
      { label: t('statement.receipt.started'), value: at(createdAt) },
      ...(isLate ? [{ label: t('statement.receipt.ended'), value: at(settledAt) }] : []),
      ...(reference === null ? [] : [{ label: t('statement.receipt.reference'), value: reference }]),
    ],
    number: { label: t('ui.reference'), value: receipt.number },
    note: t('statement.receipt.note'),
  }
}
