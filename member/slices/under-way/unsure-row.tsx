import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useLocation } from 'wouter'
import type { MoneyCall, UnsureRequest } from '../../frame/money/requests.ts'
import { RowLook, StateLine, usePendingName, useWallet } from '../wallet/public.ts'

/** Where a request can be asked about: the sheet or page that sends it. */
const places: Record<MoneyCall, string> = {
  transfer: '/user/home?open=transfer',
  withdrawal: '/user/home?open=withdraw',
  'qr-code': '/user/home?open=deposit',
  gift: '/user/home?open=deposit',
  announcement: '/user/home?open=deposit',
  bonus: '/user/bonus',
  'bonus-clear': '/user/bonus',
  promotion: '/user/bonus',
  invite: '/user/home?open=invite',
  'refund-claim': '/user/home?open=refund',
  'refund-move': '/user/home?open=refund',
  spin: '/user/spin',
  coupon: '/user/spin',
}

const kinds: Record<MoneyCall, Parameters<typeof RowLook>[0]['kind']> = {
  transfer: 'transfer',
  withdrawal: 'withdrawal',
  'qr-code': 'qr',
  gift: 'gift',
  announcement: 'announcement',
  bonus: 'bonus',
  'bonus-clear': 'bonus',
  promotion: 'bonus',
  invite: 'reward',
  'refund-claim': 'reward',
  'refund-move': 'reward',
  spin: 'prize',
  coupon: 'prize',
}

/**
 * A request whose answer was lost: whether it was carried out, nobody knows yet. It is asked about all the
 * while.
 */
export function UnsureRow({ request: { call, amount, ends, startedAt } }: { request: UnsureRequest }) {
  const { t } = useTranslation()
  const [location, navigate] = useLocation()
  const nameOf = usePendingName()
  const currency: Currency = useWallet().data?.currency ?? 'THB'
  return (
    <RowLook
      kind={kinds[call]}
      tone="notice"
      title={ends ? nameOf({ kind: 'transfer', ...ends }) : t(`wallet.under.asked.${call}`)}
      line={<StateLine state="UNSURE" since={new Date(startedAt).toISOString()} />}
      amount={amount === undefined ? null : formatMoney(amount, currency)}
      onPress={() => navigate(places[call], { replace: places[call].startsWith(`${location}?`) })}
    />
  )
}
