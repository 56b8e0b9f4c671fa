import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { useWide } from '@krapao/web/ui/use-media.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { areAnswered } from '../frame/calls/first-calls.ts'
import { useLive } from '../frame/calls/live.ts'
import { askAhead } from '../frame/calls/queries.tsx'
import { ownToken } from '../frame/calls/session.ts'
import { openChat } from '../frame/chat/chat-opener.ts'
import { lazyModal } from '../frame/load/lazy-modal.tsx'
import { whenIdle } from '../frame/load/when-idle.ts'
import { useOpenedByAddress } from '../frame/use-opened-by-address.ts'
import { Deposit } from '../slices/deposit/public.ts'
import { GameAccount, RecentGames } from '../slices/game/public.ts'
import { HowtoLink } from '../slices/lookup/public.ts'
import { PendingSheet, Unanswered, UnderWay } from '../slices/under-way/public.ts'
import {
  BalanceCard,
  isEmpty,
  isRecent,
  NoBalanceCard,
  type Pending,
  pendingQuery,
  readLastSync,
  staleGames,
  TotalSpoken,
  useAgreement,
  usePending,
  useRefresh,
  useWallet,
  type Wallet,
  walletKey,
  walletQuery,
} from '../slices/wallet/public.ts'
import { Withdraw } from '../slices/withdraw/public.ts'
import { toast } from '../ui/overlay.tsx'
import { useParts } from '../ui/use-parts.ts'
import { BankAndInvite, Games, RecentStatement, StillThere } from './home-parts.tsx'
import { BonusPlace, UnderWayRoom } from './home-rooms.tsx'
import { InstallOffer } from './install-offer.tsx'
import { Invite, ReceiveInvite, Refund, Transfer } from './money-modals.ts'
import { useSheetsAhead } from './sheets-ahead.ts'
import { MoveTiles, MoveTilesRoom, Tiles, TilesRoom } from './tiles.tsx'

const Agreement = lazyModal(['lookup'], () => import('../slices/lookup/agreement-modal.tsx'))
const EditBankAccountName = lazyModal(
  ['account', 'account/person'],
  () => import('../slices/account/edit-bank-account-name-modal.tsx'),
  'wallet.rename',
)
const AllGames = lazyModal(['game', 'wallet'], () => import('../slices/game/all-games-modal.tsx'), 'game.all')
const sheets = {
  'all-games': AllGames,
  deposit: Deposit,
  withdraw: Withdraw,
  transfer: Transfer,
  invite: Invite,
  'receive-invite': ReceiveInvite,
  refund: Refund,
  game: GameAccount,
}

type Open =
  | { what: 'deposit'; group?: 'bank' }
  | { what: 'withdraw' | 'invite' | 'receive-invite' | 'refund' | 'games' }
  | { what: 'transfer'; everything: boolean }
  | { what: 'game'; code: string }
  | { what: 'rename' }
  | { what: 'pending'; row: Pending }

/**
 * Milliseconds for which the dashboard's first drawing waits for figures that the page's script has asked
 * for.
 */
const patience = 50

/**
 * Takes the figures that the page's script has asked for. Mostly they are there before the app is; then the
 * dashboard is drawn with them, and not twice.
 */
export async function takeFigures(): Promise<void> {
  const take = async () => {
    if (!(await areAnswered(['/api/wallet', '/api/wallet/pending'], ownToken()))) return
    await Promise.all([askAhead(walletQuery), askAhead(pendingQuery)])
  }
  await Promise.race([take(), new Promise((resolve) => setTimeout(resolve, patience))])
}

/**
 * The dashboard: the wallet, the games, and the ways to move money between them (product.md §2 Home
 * dashboard).
 */
export default function HomePage() {
  const { t } = useTranslation()
  useTitle(t('wallet.title'))
  const { data: known, error, errorUpdateCount, isFetching, refetch } = useWallet()
  // The library forgets an error while it asks again; what is shown for it stays until there is an answer.
  const [failure, setFailure] = useState<unknown>()
  if (error && error !== failure) setFailure(error)
  const pending = usePending()
  // Both queries start at once, so that the list of pending money does not push the page down when it
  // arrives. The balance is shown even if that query has to be repeated.
  const wallet = pending.isPending && pending.failureCount === 0 ? undefined : known
  // The balance is drawn first. The sixteen cards follow as a transition, so that the phone stays responsive.
  const cards = useDeferredValue(wallet)
  useLive(wallet?.profile._id)
  const { mutate, isPending: refreshing } = useRefresh()
  const [open, setOpen] = useState<Open>()
  const [, navigate] = useLocation()
  const agreement = useAgreement(open === undefined)
  const games = useRef<HTMLDivElement>(null)
  const wide = useWide()
  // The balance, then the tiles, then what is below them, so that the phone shows the balance and stays
  // responsive.
  const parts = useParts(2)
  const isWhole = parts === 2

  // Balances are refreshed on arrival and on return from a game's tab, unless that was done a moment ago. Not
  // before the wallet is there: an answer that overtook it would have to be asked for again.
  const hasWallet = wallet !== undefined
  useEffect(() => {
    if (!hasWallet) return
    const refreshOld = () => {
      if (document.visibilityState === 'visible' && !isRecent(readLastSync(), Date.now())) mutate()
    }
    refreshOld()
    document.addEventListener('visibilitychange', refreshOld)
    return () => document.removeEventListener('visibilitychange', refreshOld)
  }, [mutate, hasWallet])

  useSheetsAhead(sheets)

  const page = useKeptRoom(hasWallet && pending.data !== undefined)

  const refresh = useCallback(() => {
    const toastRefreshed = (wallet: Wallet) => {
      const before = staleGames(wallet)
      if (before.length === 0) toast('positive', t('wallet.refreshed'))
      else toast('neutral', t('wallet.refreshedExcept', { games: before.join(', ') }))
    }
    mutate(undefined, {
      onSuccess: toastRefreshed,
      onError: () => toast('negative', t('wallet.refreshFailed')),
    })
  }, [mutate, t])
  // Always the same functions, so that the parts of the page are rendered only when their own figures change.
  const opens = useMemo(
    () => ({
      game: (code: string) => setOpen({ what: 'game', code }),
      deposit: () => setOpen({ what: 'deposit' }),
      slip: () => setOpen({ what: 'deposit', group: 'bank' }),
      withdraw: () => setOpen({ what: 'withdraw' }),
      transfer: () => setOpen({ what: 'transfer', everything: false }),
      allToGame: () => setOpen({ what: 'transfer', everything: true }),
      invite: () => setOpen({ what: 'invite' }),
      receiveInvite: () => setOpen({ what: 'receive-invite' }),
      refund: () => setOpen({ what: 'refund' }),
      games: () => setOpen({ what: 'games' }),
      rename: () => setOpen({ what: 'rename' }),
      pending: (row: Pending) => setOpen({ what: 'pending', row }),
    }),
    [],
  )
  const close = () => setOpen(undefined)
  const { deposit, slip, withdraw, transfer, invite, refund } = opens
  useOpenedByAddress({ deposit, slip, withdraw, transfer, invite, refund, chat: openChat })

  function showBonus(): void {
    close()
    settled().then(() => navigate('/user/bonus'))
  }

  function showGames(): void {
    close()
    // Navigates only after the modal has given back the focus and its history entry; both would lead back to
    // this page.
    settled().then(() => {
      games.current?.focus({ preventScroll: true })
      games.current?.scrollIntoView()
    })
  }

  const isWithout = errorUpdateCount > 0 && !known
  // On phones behind the games, which are looked for more often.
  const others = <BankAndInvite wallet={wallet} onRename={opens.rename} onReceive={opens.receiveInvite} />
  return (
    <>
      {isWithout ? (
        <div className="mx-auto grid max-w-xl grid-cols-1 gap-4">
          <NoBalanceCard error={failure} isAsking={isFetching} onRetry={refetch} onDeposit={opens.deposit} />
          <UnderWay memberId={undefined} onOpen={opens.pending} />
          <StillThere />
        </div>
      ) : (
        <div
          ref={page}
          className="grid grid-cols-1 gap-4 wide:grid-cols-[minmax(20rem,25rem)_minmax(0,1fr)] wide:items-start wide:gap-8"
        >
          {/* A flex box as high as the page: what stays in view would stay within its own row of a grid. */}
          <div className="flex flex-col gap-4 low:gap-3 wide:self-stretch">
            <div className="balance-stays">
              <BalanceCard
                wallet={wallet}
                refreshing={refreshing}
                lastSync={readLastSync()}
                onRefresh={refresh}
                onDeposit={opens.deposit}
                onWithdraw={opens.withdraw}
              />
            </div>
            <BonusPlace isActive={wallet && wallet.activeBonus?.state === 'ACTIVE'} />
            {wallet ? <UnderWay memberId={wallet.profile._id} onOpen={opens.pending} /> : <UnderWayRoom />}
            {parts === 0 ? (
              <MoveTilesRoom />
            ) : (
              <MoveTiles onTransfer={opens.transfer} onAllToGame={opens.allToGame} />
            )}
            {/* On a phone above the shortcuts, so that the game played last is seen without scrolling. */}
            {!wide && (
              <RecentGames wallet={isWhole ? cards : undefined} onOpen={opens.game} onAll={opens.games} />
            )}
            {parts === 0 ? (
              <TilesRoom />
            ) : (
              <Tiles
                refreshing={refreshing}
                onRefresh={refresh}
                onInvite={opens.invite}
                onRefund={opens.refund}
              />
            )}
            {wallet && isEmpty(wallet) && <HowtoLink film="wallet" />}
            {wallet && <InstallOffer />}
            {isWhole && wide && <RecentStatement />}
            {isWhole && wide && others}
            <TotalSpoken wallet={wallet} />
          </div>
          <div ref={games} tabIndex={-1} className="grid min-w-0 scroll-mt-18 grid-cols-1 gap-4 outline-none">
            {isWhole && (
              <>
                {wide && <RecentGames wallet={cards} onOpen={opens.game} />}
                <Games wide={wide} wallet={cards} onOpen={opens.game} />
              </>
            )}
          </div>
          {isWhole && !wide && <div className="grid grid-cols-1 gap-4">{others}</div>}
        </div>
      )}
      {open && (
        <Sheet
          open={open}
          wallet={wallet}
          // A deposit needs no balance, and goes on when the balance is there at last.
          mayDeposit={isWithout || known !== undefined}
          opens={opens}
          onBonus={showBonus}
          onGames={showGames}
          onClose={close}
        />
      )}
      {!isWithout && wallet && <Unanswered wallet={wallet} />}
      {!isWithout && agreement.due && <Agreement onClose={agreement.close} />}
    </>
  )
}

/** The next visit begins with the room of what stands in this element. */
function useKeptRoom(isKnown: boolean) {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isKnown) return
    let stop: (() => void) | undefined
    const cancel = whenIdle(() => {
      import('./keep-home-room.ts').then(
        ({ keepHomeRoom }) => {
          if (page.current) stop = keepHomeRoom(page.current)
        },
        () => {},
      )
    })
    return () => {
      cancel()
      stop?.()
    }
  }, [isKnown])
  return page
}

/** The sheet that is open. */
function Sheet({
  open,
  wallet,
  mayDeposit,
  opens,
  onBonus,
  onGames,
  onClose,
}: {
  open: Open
  wallet: Wallet | undefined
  mayDeposit: boolean
  opens: { transfer(): void; game(code: string): void; invite(): void; receiveInvite(): void }
  onBonus(): void
  onGames(): void
  onClose(): void
}) {
  const queries = useQueryClient()
  return (
    <>
      {open.what === 'deposit' && mayDeposit && (
        <Deposit group={open.group} onClose={onClose} onTransfer={wallet && opens.transfer} />
      )}
      {open.what === 'games' && wallet && <AllGames onClose={onClose} onOpen={opens.game} />}
      {open.what === 'withdraw' && wallet && <Withdraw onClose={onClose} />}
      {open.what === 'invite' && wallet && (
        <Invite wallet={wallet} onReceive={opens.receiveInvite} onClose={onClose} />
      )}
      {open.what === 'receive-invite' && wallet && (
        <ReceiveInvite wallet={wallet} onInvite={opens.invite} onBonus={onBonus} onClose={onClose} />
      )}
      {open.what === 'refund' && wallet && <Refund wallet={wallet} onBonus={onBonus} onClose={onClose} />}
      {open.what === 'transfer' && wallet && (
        <Transfer everything={open.everything} onClose={onClose} onChooseGame={onGames} />
      )}
      {open.what === 'pending' && (
        <PendingSheet row={open.row} onClose={onClose} onTransfer={wallet && opens.transfer} />
      )}
      {open.what === 'game' && (
        <GameAccount
          code={open.code}
          called={wallet?.slots.find(({ code }) => code === open.code)?.name}
          onClose={onClose}
        />
      )}
      {open.what === 'rename' && wallet && (
        <EditBankAccountName
          bankCode={wallet.bankAccount.bankCode}
          bankAccountName={wallet.bankAccount.bankAccountName}
          onClose={(saved: boolean) => {
            onClose()
            if (saved) queries.invalidateQueries({ queryKey: walletKey })
          }}
        />
      )}
    </>
  )
}
