import { formatAmount } from '@krapao/contract/money.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Note, Skeleton } from '@krapao/web/ui/states.tsx'
import { Clock, TriangleAlert } from 'lucide-react'
import { errorText } from '../../frame/calls/errors.ts'
import { usePreferences } from '../../frame/device/preferences.ts'
import { Figure } from '../../ui/figure.tsx'
import { useCounting } from '../../ui/motion.ts'
import { Amount, type GameAccount, useBalance, useWallet, type Wallet } from '../wallet/public.ts'
import { AppLinks } from './app-links.tsx'
import { creditOf, hasCredit } from './credit.ts'
import { Enter } from './enter.tsx'
import { hideBroken } from './hide-broken.ts'
import { Login } from './login.tsx'
import { MoveMoney } from './move-money.tsx'
import { noticeOf } from './notice.ts'
import { OpenAccount } from './open-account.tsx'
import { useLogin } from './use-login.ts'

/**
 * One game: the button that opens an account or, with an account, its balance, login, link to the game, and
 * transfers.
 */
export default function GameAccountModal({
  code,
  onClose,
}: {
  code: string
  /** The game's name, for the time until this is loaded. */
  called?: string | undefined
  onClose(): void
}) {
  const { data: wallet } = useWallet()
  const slot = wallet?.slots.find((one) => one.code === code)
  if (!wallet || !slot) return null
  return (
    <Dialog
      title={slot.name}
      mark={<img src={slot.logo} alt="" width={36} height={36} className="size-9" onError={hideBroken} />}
      onClose={onClose}
    >
      {slot.isActive ? <Account slot={slot} wallet={wallet} /> : <OpenAccount slot={slot} />}
    </Dialog>
  )
}

function Account({ slot, wallet }: { slot: GameAccount; wallet: Wallet }) {
  const login = useLogin(slot.code)
  const notice = noticeOf(slot.code, brand.pgSlotNotice, currentLanguage())
  return (
    <div className="grid gap-5">
      <Balance slot={slot} currency={wallet.currency} />
      {notice !== '' && (
        <Note icon={<TriangleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>{notice}</Note>
      )}
      {login.isLoadingError ? (
        // In place of the ways in, which need it.
        <Failed text={errorText(login.error)} onRetry={login.refetch} />
      ) : (
        <div className="grid gap-3">
          <Enter slot={slot} wallet={wallet} login={login.data} />
          <AppLinks slot={slot} />
        </div>
      )}
      <MoveMoney slot={slot} wallet={wallet} />
      {login.data ? (
        <Login slot={slot} login={login.data} />
      ) : login.isLoadingError ? null : (
        <Loading>
          <div className="grid gap-3 pt-7">
            <Skeleton className="h-12" />
            <Skeleton className="mt-8 h-12" />
            <Skeleton className="h-12" />
          </div>
        </Loading>
      )}
    </div>
  )
}

function Balance({ slot, currency }: { slot: GameAccount; currency: Wallet['currency'] }) {
  const { t } = useTranslation()
  const amount = useCounting(slot.amount) ?? slot.amount
  const balance = useBalance(currency)
  const { hideBalance } = usePreferences()
  return (
    <div className="grid gap-3">
      <div>
        <p className="text-sm text-ink-soft">{t('game.balance')}</p>
        <p>
          <span className="sr-only">{balance(slot.amount)}</span>
          <span aria-hidden>
            <Figure text={formatMoney(amount, currency)} rem={1.75} className="font-bold">
              <Amount text={formatMoney(amount, currency)} isBare />
            </Figure>
          </span>
        </p>
        {hasCredit(slot) && !hideBalance && (
          <p className="text-sm text-ink-soft">
            {t('game.credit')} {formatAmount(creditOf(slot), currency)}
          </p>
        )}
      </div>
      {slot.inTransit > 0 && (
        <Note icon={<Clock className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
          {t('game.inTransitLong', { amount: balance(slot.inTransit) })}
        </Note>
      )}
      {slot.isStale && (
        <Note icon={<TriangleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
          {slot.refreshedAt
            ? t('game.staleLong', { name: slot.name, date: formatMinute(slot.refreshedAt) })
            : t('game.staleNever', { name: slot.name })}
        </Note>
      )}
    </div>
  )
}
