import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useState } from 'react'
import type { Bet, PlayedRound } from '../wire.ts'
import { card, Nothing } from './device.tsx'
import { Draw } from './draw.tsx'
import type { GameProps } from './game.ts'
import { Choice, Legend, Table } from './game-parts.tsx'
import { Header } from './header.tsx'
import { Logo } from './logo.tsx'
import { Match } from './match.tsx'
import { Slot } from './slot.tsx'
import { type Closed, type Session, useGame } from './use-game.ts'
import { formatWhen } from './when.ts'

/** The stakes for an account in baht; in kip they are a thousand times as much, for about the same value. */
const stakesInBaht = [1, 5, 10, 50, 100]
const stakesOf = (currency: Currency) =>
  currency === 'LAK' ? stakesInBaht.map((stake) => stake * 1000) : stakesInBaht

/** The page of a game, for the account whose ticket is in the address. */
export function Play({ code }: { code: string }) {
  const { t } = useTranslation()
  const game = useGame(code)
  const { session } = game
  return (
    <>
      <Header isGame />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid max-w-270 gap-4 px-4 pt-2 pb-12 outline-none md:grid-cols-[minmax(0,3fr)_minmax(260px,2fr)] md:grid-rows-[auto_auto_1fr] md:items-start"
      >
        <a
          href="/sandbox#games"
          className="col-span-full flex min-h-11 w-fit items-center gap-2 font-semibold text-sm underline"
        >
          <span aria-hidden="true">←</span> {t('play.back')}
        </a>
        {typeof session === 'string' && <NoGame why={session} />}
        {typeof session === 'object' && <GameView code={code} session={session} game={game} />}
      </main>
    </>
  )
}

function NoGame({ why }: { why: Closed }) {
  const { t } = useTranslation()
  return (
    <div role="status" className={cx(card, 'grid max-w-140 justify-items-start gap-4 p-6')}>
      <h1 className="font-semibold text-xl">{t(why === 'away' ? 'away' : `play.${why}`)}</h1>
      {why === 'expired' && <p>{t('play.expiredInfo')}</p>}
      <a className={buttonClass()} href="/sandbox#games">
        {t('play.back')}
      </a>
    </div>
  )
}

/** The account, the game and the last bets. */
function GameView({
  code,
  session,
  game,
}: {
  code: string
  session: Session
  game: ReturnType<typeof useGame>
}) {
  const { t } = useTranslation()
  const [wanted, setStake] = useState<number>()
  const { category, username, balance, currency, bets } = session
  const { round, isRunning, problem, play } = game
  const stakes = stakesOf(currency)
  const [minStake = 1, , usual = 1] = stakes
  // The stake is reduced when the balance no longer covers it.
  const affordable = stakes.filter((amount) => amount <= Math.min(wanted ?? usual, balance))
  const stake = affordable.at(-1) ?? minStake
  const money = (amount: number) => formatMoney(amount, currency)

  const stakeField = (
    <fieldset disabled={isRunning} className="flex flex-wrap gap-2">
      <Legend>{t('play.stake')}</Legend>
      {stakes.map((amount) => (
        <Choice
          key={amount}
          name="stake"
          isChosen={stake === amount}
          disabled={amount > balance}
          onChoose={() => setStake(amount)}
        >
          {money(amount).replace(/\.00$/, '')}
        </Choice>
      ))}
    </fieldset>
  )
  const Game = { slot: Slot, sport: Match, lotto: Draw }[category]
  return (
    <>
      <section
        aria-label={t('play.account')}
        className={cx(
          card,
          'flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-5 py-4 md:col-start-2',
        )}
      >
        <div className="flex min-w-0 items-center gap-3">
          <Logo code={code} className="size-12 sm:size-14" />
          <div className="min-w-0">
            <h1 className="font-semibold text-xl">{code}</h1>
            <p className="text-ink-soft text-sm wrap-anywhere">
              <span className="sr-only">{t('play.account')} </span>
              {username}
            </p>
          </div>
        </div>
        <p className="grid flex-1 text-right">
          <span className="text-ink-soft text-sm">{t('play.balance')}</span>
          <strong className="text-2xl">{money(balance)}</strong>
        </p>
      </section>
      <section
        aria-label={t(`category.${category}`)}
        className={cx(card, 'grid content-start gap-4 p-5 md:col-start-1 md:row-span-2 md:row-start-2')}
      >
        <Game
          stake={stake}
          canPlay={balance >= stake}
          isRunning={isRunning}
          round={round}
          play={(choice) => play({ stake, ...(choice !== undefined && { choice }) })}
          stakeField={stakeField}
          money={money}
        />
        <Outcome
          round={isRunning ? undefined : round}
          problem={problem}
          isLow={balance < minStake && !isRunning}
          money={money}
        />
      </section>
      <section
        aria-labelledby="bets-title"
        className={cx(card, 'grid content-start gap-2 p-5 md:col-start-2')}
      >
        <h2 id="bets-title" className="font-semibold text-xl">
          {t('play.last')}
        </h2>
        <Bets bets={bets} money={money} />
        <p className="text-ink-soft text-sm">{t('play.demo')}</p>
      </section>
    </>
  )
}

/** The outcome of the last round; the line keeps its height when it is empty. */
function Outcome({
  round,
  problem,
  isLow,
  money,
}: {
  round: PlayedRound | undefined
  problem: 'insufficient' | 'failed' | undefined
  isLow: boolean
  money: GameProps['money']
}) {
  const { t } = useTranslation()
  const hasWon = !problem && round !== undefined && round.win > 0
  return (
    <p
      role="status"
      className={cx(
        '-order-1 grid min-h-8 place-items-center text-center',
        hasWon ? 'font-bold text-positive text-xl' : 'text-ink-soft',
      )}
    >
      {problem && <span>{t(`play.${problem}`)}</span>}
      {!problem && round && (
        <span>{hasWon ? t('play.won', { amount: money(round.win) }) : t('play.lost')}</span>
      )}
      {isLow && <span>{t('play.low')}</span>}
    </p>
  )
}

function Bets({ bets, money }: { bets: Bet[]; money: GameProps['money'] }) {
  const { t } = useTranslation()
  if (bets.length === 0) return <Nothing>{t('play.noBets')}</Nothing>
  return (
    <Table head={[t('play.time'), t('play.stake'), t('play.win')]}>
      {bets.slice(0, 10).map((bet) => (
        <tr key={bet.createdAt}>
          <td>
            <time dateTime={bet.createdAt}>{formatWhen(bet.createdAt)}</time>
          </td>
          <td>{money(bet.stake)}</td>
          <td className={bet.win > 0 ? 'font-bold! text-positive' : ''}>
            {bet.win > 0 ? money(bet.win) : '–'}
          </td>
        </tr>
      ))}
    </Table>
  )
}
