import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useState } from 'react'
import { Empty } from '../../ui/empty.tsx'
import type { GameAccount, Wallet } from '../wallet/public.ts'
import { type Choice, choices, findGames, usualOrder } from './all/find-games.ts'
import { Star } from './all/star.tsx'
import { GameCard } from './game-card.tsx'
import { hideBroken } from './hide-broken.ts'

/** Every game as a card, to be searched, with the member's favourites. */
export default function GameGrid({ wallet, onOpen }: { wallet: Wallet; onOpen(code: string): void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [choice, setChoice] = useState<Choice>('all')
  // Fixed while it is shown, so that no card moves away from the finger that marks it.
  const [order] = useState(() => usualOrder(wallet.slots).map(({ code }) => code))
  const place = ({ code }: GameAccount) => {
    const at = order.indexOf(code)
    return at < 0 ? order.length : at
  }
  const sorted = [...wallet.slots].sort((a, b) => place(a) - place(b))
  const found = findGames(sorted, { search, choice })
  const everything = () => {
    setSearch('')
    setChoice('all')
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-3">
        <Field
          quiet
          type="search"
          label={t('game.search')}
          placeholder={t('game.search')}
          autoComplete="off"
          enterKeyHint="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('game.choose')}</legend>
          {choices.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === choice}
              onClick={() => setChoice(one)}
              className="min-h-11 rounded-full border border-field-line bg-card px-4 text-sm font-medium hover:bg-sunken aria-pressed:border-link aria-pressed:bg-sunken aria-pressed:text-link"
            >
              {t(`game.${one}`)}
            </button>
          ))}
        </fieldset>
        <p role="status" className="sr-only">
          {t('game.found', { count: found.length })}
        </p>
      </div>
      <ul
        onErrorCapture={hideBroken}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-3 [--card-width:10rem] wide:grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] wide:gap-4 wide:[--card-width:14.5rem]"
      >
        {found.map((slot) => (
          <li key={slot.code} className="relative">
            <GameCard
              slot={slot}
              currency={wallet.currency}
              eager={false}
              starred
              tabIndex={0}
              onOpen={onOpen}
            />
            <Star slot={slot} />
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <Empty
          art="/art/empty/games.svg"
          title={t(choice === 'favourite' && search === '' ? 'game.noFavourite' : 'game.notFound')}
          text={t(choice === 'favourite' && search === '' ? 'game.noFavouriteText' : 'game.notFoundText')}
          action={
            <Button look="quiet" onClick={everything}>
              {t('game.showAll')}
            </Button>
          }
        />
      )}
    </div>
  )
}
