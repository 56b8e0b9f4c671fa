import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive, whenIdle } from '../../app/live.ts'
import { lazyModal } from '../../app/routes.tsx'
import { useTitle } from '../../app/title.ts'
import { settled } from '../../ui/back-button.ts'
import { toast } from '../../ui/overlay.tsx'
import { Failed } from '../../ui/states.tsx'
import { GameCarousels } from '../game/public.ts'
import { BalanceCard } from './balance-card.tsx'
import { BankLine } from './bank-line.tsx'
import { InviteFigures } from './invite-figures.tsx'
import { isRecent, readLastSync, useRefresh } from './refresh.ts'
import { Tiles } from './tiles.tsx'
import { TotalSpoken } from './total-spoken.tsx'
import { useAgreement } from './use-agreement.ts'
import { useWallet, walletKey } from './wallet.ts'

const Agreement = lazyModal(['lookup'], () => import('../lookup/agreement-modal.tsx'))
const EditBankAccountName = lazyModal(
  ['account'],
  () => import('../account/edit-bank-account-name-modal.tsx'),
)
const loadGameAccount = () => import('../game/game-account-modal.tsx')
const GameAccount = lazyModal(['game', 'wallet'], loadGameAccount)
const loadTransfer = () => import('./transfer-modal.tsx')
const Transfer = lazyModal(['wallet'], loadTransfer)

const Deposit = lazyModal(
  ['deposit', 'account', 'statement', 'wallet'],
  () => import('../deposit/deposit-modal.tsx'),
)
const Withdraw = lazyModal(['withdraw', 'wallet'], () => import('../withdraw/withdraw-modal.tsx'))

type Open =
  | { what: 'deposit' | 'withdraw' }
  | { what: 'transfer'; everything: boolean }
  | { what: 'game'; code: string }
  | { what: 'rename' }

/** The dashboard: the wallet, the games, and the ways to move money between them (spec.md §2 Home dashboard). */
export default function HomePage() {
  const { t } = useTranslation()
  useTitle(t('wallet.title'))
  const queries = useQueryClient()
  const { data: wallet, isError, refetch } = useWallet()
  // The balance comes first; sixteen cards follow in slices that leave the phone free.
  const cards = useDeferredValue(wallet)
  useLive(wallet?.profile._id)
  const { mutate, isPending: refreshing } = useRefresh()
  const [open, setOpen] = useState<Open>()
  const agreement = useAgreement(open === undefined)
  const games = useRef<HTMLDivElement>(null)

  // On arrival, and on coming back from a game's tab, unless it was just done.
  useEffect(() => {
    const refreshOld = () => {
      if (document.visibilityState === 'visible' && !isRecent(readLastSync(), Date.now())) mutate()
    }
    refreshOld()
    document.addEventListener('visibilitychange', refreshOld)
    return () => document.removeEventListener('visibilitychange', refreshOld)
  }, [mutate])

  // The two modals that most visits open are fetched once the page is at rest.
  useEffect(() => whenIdle(() => Promise.all([loadGameAccount(), loadTransfer()]).catch(() => {})), [])

  const refresh = () =>
    mutate(undefined, {
      onSuccess: () => toast('positive', t('wallet.refreshed')),
      onError: () => toast('negative', t('wallet.refreshFailed')),
    })
  const openGame = useCallback((code: string) => setOpen({ what: 'game', code }), [])
  const close = () => setOpen(undefined)

  function showGames(): void {
    close()
    // Once the modal has given back focus and history entry, which both bring the page back to where it was.
    settled().then(() => {
      games.current?.focus({ preventScroll: true })
      games.current?.scrollIntoView()
    })
  }

  if (isError && !wallet) {
    return (
      <>
        <h1 className="sr-only">{t('wallet.title')}</h1>
        <Failed onRetry={refetch} />
      </>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4 wide:grid-cols-[minmax(20rem,25rem)_minmax(0,1fr)] wide:items-start wide:gap-8">
      <div className="grid grid-cols-1 gap-4 [@media(min-width:900px)_and_(min-height:700px)]:sticky [@media(min-width:900px)_and_(min-height:700px)]:top-18">
        <BalanceCard
          wallet={wallet}
          refreshing={refreshing}
          lastSync={readLastSync()}
          onRefresh={refresh}
          onDeposit={() => setOpen({ what: 'deposit' })}
          onTransfer={() => setOpen({ what: 'transfer', everything: false })}
        />
        <Tiles
          refreshing={refreshing}
          onRefresh={refresh}
          onDeposit={() => setOpen({ what: 'deposit' })}
          onWithdraw={() => setOpen({ what: 'withdraw' })}
          onAllToGame={() => setOpen({ what: 'transfer', everything: true })}
        />
        <BankLine account={wallet?.bankAccount} onRename={() => setOpen({ what: 'rename' })} />
        {wallet && wallet.invite.amount > 0 && <InviteFigures wallet={wallet} />}
        <TotalSpoken wallet={wallet} />
      </div>
      <div ref={games} tabIndex={-1} className="min-w-0 scroll-mt-18 outline-none">
        <GameCarousels wallet={cards} onOpen={openGame} />
      </div>

      <Suspense fallback={null}>
        {open?.what === 'deposit' && wallet && <Deposit onClose={close} />}
        {open?.what === 'withdraw' && wallet && <Withdraw onClose={close} />}
        {open?.what === 'transfer' && wallet && (
          <Transfer everything={open.everything} onClose={close} onChooseGame={showGames} />
        )}
        {open?.what === 'game' && <GameAccount code={open.code} onClose={close} />}
        {open?.what === 'rename' && wallet && (
          <EditBankAccountName
            bankCode={wallet.bankAccount.bankCode}
            bankAccountName={wallet.bankAccount.bankAccountName}
            onClose={(saved: boolean) => {
              close()
              if (saved) queries.invalidateQueries({ queryKey: walletKey })
            }}
          />
        )}
        {agreement.due && <Agreement onClose={agreement.close} />}
      </Suspense>
    </div>
  )
}
