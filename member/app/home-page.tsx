import { useTitle } from '@krapao/web/brand/title.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { Failed } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GameCarousels } from '../slices/game/public.ts'
import {
  BalanceCard,
  BankLine,
  gamesOfBefore,
  InviteFigures,
  isRecent,
  type Pending,
  PendingCard,
  readLastSync,
  TotalSpoken,
  useAgreement,
  usePending,
  useRefresh,
  useWallet,
  type Wallet,
  walletKey,
} from '../slices/wallet/public.ts'
import { toast } from '../ui/overlay.tsx'
import { errorText } from './errors.ts'
import { lazyModal } from './lazy.tsx'
import { useLive } from './live.ts'
import { Deposit, GameAccount, Transfer, Withdraw } from './money-modals.ts'
import { PendingSheet } from './pending-sheet.tsx'
import { Tiles } from './tiles.tsx'
import { Unanswered } from './unanswered.tsx'
import { whenIdle } from './when-idle.ts'

const Agreement = lazyModal(['lookup'], () => import('../slices/lookup/agreement-modal.tsx'))
const EditBankAccountName = lazyModal(
  ['account'],
  () => import('../slices/account/edit-bank-account-name-modal.tsx'),
)
type Open =
  | { what: 'deposit' | 'withdraw' }
  | { what: 'transfer'; everything: boolean }
  | { what: 'game'; code: string }
  | { what: 'rename' }
  | { what: 'pending'; row: Pending }

/** The dashboard: the wallet, the games, and the ways to move money between them (product.md §2 Home dashboard). */
export default function HomePage() {
  const { t } = useTranslation()
  useTitle(t('wallet.title'))
  const queries = useQueryClient()
  const { data: known, error, refetch } = useWallet()
  const pending = usePending()
  // Both at once, so that what is under way pushes nothing down; the balance does not wait for a second try.
  const wallet = pending.isPending && pending.failureCount === 0 ? undefined : known
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

  // The modals that most visits open are fetched once the page is at rest, one after the other.
  useEffect(
    () =>
      whenIdle(async () => {
        for (const modal of [GameAccount, Transfer, Deposit, Withdraw]) await modal.fetchAhead()
      }),
    [],
  )

  const refresh = () =>
    mutate(undefined, {
      onSuccess: tellRefreshed,
      onError: () => toast('negative', t('wallet.refreshFailed')),
    })
  function tellRefreshed(wallet: Wallet): void {
    const before = gamesOfBefore(wallet)
    if (before.length === 0) toast('positive', t('wallet.refreshed'))
    else toast('neutral', t('wallet.refreshedExcept', { games: before.join(', ') }))
  }
  const openGame = useCallback((code: string) => setOpen({ what: 'game', code }), [])
  const close = () => setOpen(undefined)
  const openTransfer = () => setOpen({ what: 'transfer', everything: false })

  function showGames(): void {
    close()
    // Once the modal has given back focus and history entry, which both bring the page back to where it was.
    settled().then(() => {
      games.current?.focus({ preventScroll: true })
      games.current?.scrollIntoView()
    })
  }

  if (error && !wallet) {
    return (
      <>
        <h1 className="sr-only">{t('wallet.title')}</h1>
        <Failed text={errorText(error)} onRetry={refetch} />
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
          onTransfer={openTransfer}
        />
        {wallet && <PendingCard rows={pending.data} onOpen={(row) => setOpen({ what: 'pending', row })} />}
        <Tiles
          refreshing={refreshing}
          onRefresh={refresh}
          onDeposit={() => setOpen({ what: 'deposit' })}
          onWithdraw={() => setOpen({ what: 'withdraw' })}
          onAllToGame={() => setOpen({ what: 'transfer', everything: true })}
        />
        <BankLine account={wallet?.bankAccount} onRename={() => setOpen({ what: 'rename' })} />
        <InviteFigures wallet={wallet} />
        <TotalSpoken wallet={wallet} />
      </div>
      <div ref={games} tabIndex={-1} className="min-w-0 scroll-mt-18 outline-none">
        <GameCarousels wallet={cards} onOpen={openGame} />
      </div>

      {open?.what === 'deposit' && wallet && <Deposit onClose={close} onTransfer={openTransfer} />}
      {open?.what === 'withdraw' && wallet && <Withdraw onClose={close} />}
      {open?.what === 'transfer' && wallet && (
        <Transfer everything={open.everything} onClose={close} onChooseGame={showGames} />
      )}
      {open?.what === 'pending' && <PendingSheet row={open.row} onClose={close} onTransfer={openTransfer} />}
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
      {wallet && <Unanswered wallet={wallet} />}
      {agreement.due && <Agreement onClose={agreement.close} />}
    </div>
  )
}
