import { useTitle } from '@krapao/web/brand/title.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { Failed } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { GameCarousels } from '../slices/game/public.ts'
import {
  BalanceCard,
  BankLine,
  InviteFigures,
  isRecent,
  type Pending,
  PendingCard,
  readLastSync,
  staleGames,
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
import { lazyModal } from './lazy-modal.tsx'
import { useLive } from './live.ts'
import { Deposit, GameAccount, Invite, ReceiveInvite, Refund, Transfer, Withdraw } from './money-modals.ts'
import { PendingSheet } from './pending-sheet.tsx'
import { useSheetsAhead } from './sheets-ahead.ts'
import { Tiles } from './tiles.tsx'
import { Unanswered } from './unanswered.tsx'

const Agreement = lazyModal(['lookup'], () => import('../slices/lookup/agreement-modal.tsx'))
const EditBankAccountName = lazyModal(
  ['account'],
  () => import('../slices/account/edit-bank-account-name-modal.tsx'),
)
const sheets = {
  deposit: Deposit,
  withdraw: Withdraw,
  transfer: Transfer,
  invite: Invite,
  'receive-invite': ReceiveInvite,
  refund: Refund,
  game: GameAccount,
}

type Open =
  | { what: 'deposit' | 'withdraw' | 'invite' | 'receive-invite' | 'refund' }
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
  // Both queries start at once, so that the list of pending money does not push the page down when it arrives. The
  // balance is shown even if that query has to be repeated.
  const wallet = pending.isPending && pending.failureCount === 0 ? undefined : known
  // The balance is drawn first. The sixteen cards follow as a transition, so that the phone stays responsive.
  const cards = useDeferredValue(wallet)
  useLive(wallet?.profile._id)
  const { mutate, isPending: refreshing } = useRefresh()
  const [open, setOpen] = useState<Open>()
  const [, navigate] = useLocation()
  const agreement = useAgreement(open === undefined)
  const games = useRef<HTMLDivElement>(null)

  // Balances are refreshed on arrival and on return from a game's tab, unless that was done a moment ago.
  useEffect(() => {
    const refreshOld = () => {
      if (document.visibilityState === 'visible' && !isRecent(readLastSync(), Date.now())) mutate()
    }
    refreshOld()
    document.addEventListener('visibilitychange', refreshOld)
    return () => document.removeEventListener('visibilitychange', refreshOld)
  }, [mutate])

  useSheetsAhead(sheets)

  const refresh = useCallback(() => {
    const tellRefreshed = (wallet: Wallet) => {
      const before = staleGames(wallet)
      if (before.length === 0) toast('positive', t('wallet.refreshed'))
      else toast('neutral', t('wallet.refreshedExcept', { games: before.join(', ') }))
    }
    mutate(undefined, {
      onSuccess: tellRefreshed,
      onError: () => toast('negative', t('wallet.refreshFailed')),
    })
  }, [mutate, t])
  // Always the same functions, so that the parts of the page are rendered only when their own figures change.
  const opens = useMemo(
    () => ({
      game: (code: string) => setOpen({ what: 'game', code }),
      deposit: () => setOpen({ what: 'deposit' }),
      withdraw: () => setOpen({ what: 'withdraw' }),
      transfer: () => setOpen({ what: 'transfer', everything: false }),
      allToGame: () => setOpen({ what: 'transfer', everything: true }),
      invite: () => setOpen({ what: 'invite' }),
      receiveInvite: () => setOpen({ what: 'receive-invite' }),
      refund: () => setOpen({ what: 'refund' }),
      rename: () => setOpen({ what: 'rename' }),
      pending: (row: Pending) => setOpen({ what: 'pending', row }),
    }),
    [],
  )
  const close = () => setOpen(undefined)

  function showBonus(): void {
    close()
    settled().then(() => navigate('/user/bonus'))
  }

  function showGames(): void {
    close()
    // Navigates only after the modal has given back the focus and its history entry; both would lead back to this page.
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
          onDeposit={opens.deposit}
          onTransfer={opens.transfer}
        />
        {wallet && <PendingCard rows={pending.data} onOpen={opens.pending} />}
        <Tiles
          refreshing={refreshing}
          onRefresh={refresh}
          onDeposit={opens.deposit}
          onWithdraw={opens.withdraw}
          onAllToGame={opens.allToGame}
          onInvite={opens.invite}
          onRefund={opens.refund}
        />
        <BankLine account={wallet?.bankAccount} onRename={opens.rename} />
        <InviteFigures wallet={wallet} onReceive={opens.receiveInvite} />
        <TotalSpoken wallet={wallet} />
      </div>
      <div ref={games} tabIndex={-1} className="min-w-0 scroll-mt-18 outline-none">
        <GameCarousels wallet={cards} onOpen={opens.game} />
      </div>

      {open?.what === 'deposit' && wallet && <Deposit onClose={close} onTransfer={opens.transfer} />}
      {open?.what === 'withdraw' && wallet && <Withdraw onClose={close} />}
      {open?.what === 'invite' && wallet && <Invite wallet={wallet} onClose={close} />}
      {open?.what === 'receive-invite' && wallet && (
        <ReceiveInvite wallet={wallet} onInvite={opens.invite} onClose={close} />
      )}
      {open?.what === 'refund' && wallet && <Refund wallet={wallet} onBonus={showBonus} onClose={close} />}
      {open?.what === 'transfer' && wallet && (
        <Transfer everything={open.everything} onClose={close} onChooseGame={showGames} />
      )}
      {open?.what === 'pending' && (
        <PendingSheet row={open.row} onClose={close} onTransfer={opens.transfer} />
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
      {wallet && <Unanswered wallet={wallet} />}
      {agreement.due && <Agreement onClose={agreement.close} />}
    </div>
  )
}
