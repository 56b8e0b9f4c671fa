import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { Info } from 'lucide-react'
import { useAsked } from '../../frame/money/use-asked.ts'
import { Actions, Body, ButtonPair } from '../../ui/actions.tsx'
import { Banners } from '../../ui/banners.tsx'
import { FiguresChanged } from '../../ui/figures-changed.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import type { Wallet } from '../wallet/public.ts'
import { type Bonus, type OpenBonus, useNotice } from './bonus.ts'
import { ConditionCost } from './condition-cost.tsx'
import { ConditionList } from './condition-list.tsx'
import { expectedOf } from './expected.ts'
import { ObstacleNote, useObstacle } from './obstacle.tsx'
import { offerWords } from './offer-words.ts'
import { useTake } from './use-take.ts'

/**
 * A bonus on offer with everything that it asks for, and the button that takes it (product.md §2 Bonus).
 * @param open the member's open bonus, or the one that a person looks at, beside which no other can be taken
 * @param inTheWay says so
 * @param onTaken leads to what the member has
 */
export function BonusModal({
  bonus,
  open,
  inTheWay,
  wallet,
  onTaken,
  onClose,
}: {
  bonus: Bonus
  open: Pick<OpenBonus, 'code'> | null
  inTheWay: string | undefined
  wallet: Wallet
  onTaken(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const { code, title, description, banners, credit, condition, currency, percentFail } = bonus
  const { take, sending, isUnsure } = useTake(wallet, 'bonus', { code, taken: onTaken })
  const offered = { version: bonus.version, condition, amount: credit.kind === 'free' ? credit.amount : null }
  const { figures, isChanged, note } = useAsked(expectedOf(offered, wallet))
  const notice = useNotice(percentFail)
  const isCurrent = bonus.userBonus?.isActive === true
  const isOther = open !== null && open.code !== code && !isCurrent
  const obstacle = useObstacle(wallet, { maxTotal: bonus.maxTotal, open: inTheWay })
  const tooMuch = !open && !isUnsure && obstacle && !obstacle.isOpenBonus ? obstacle : undefined
  const saysMost = tooMuch !== undefined || (isOther && obstacle?.isTooMuch === true)
  const receive =
    credit.kind === 'free'
      ? t('bonus.receive', { amount: formatMoney(credit.amount, currency) })
      : t('bonus.arm')

  return (
    <Dialog title={title} onClose={onClose} locked={sending}>
      <div className="flex flex-col">
        <Body>
          {isOther && obstacle && <ObstacleNote obstacle={obstacle} />}
          {isChanged && <FiguresChanged />}
          <section className="rounded-2xl bg-sunken px-4 py-3">
            <h3 className="text-sm text-ink-soft">{t('bonus.brings')}</h3>
            <p className="text-base font-semibold text-pretty">{offerWords(t, bonus)}</p>
            <p className="mt-1 text-sm text-ink-soft">{extras().join(' · ')}</p>
          </section>
          {!open && !tooMuch && (
            <ConditionCost
              condition={condition}
              figures={figures}
              wallet={wallet}
              {...(credit.kind === 'deposit' && { credit })}
            />
          )}
          <ConditionList
            condition={condition}
            currency={currency}
            withDeposit={credit.kind === 'deposit'}
            belowCost={!open && !tooMuch}
          />
          {notice && (
            <Note icon={<Info className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
              <Html html={notice} className="text-sm! text-inherit!" />
            </Note>
          )}
          {/* Below the terms: on a phone a picture would take the first screen from them. */}
          <Banners banners={banners} label={title} />
          <Html html={description} />
          {isUnsure && <UnknownOutcome text={t('bonus.unsure')} />}
        </Body>
        <Actions>
          {tooMuch && <ObstacleNote obstacle={tooMuch} />}
          {isCurrent && !isUnsure ? (
            <Button wide onClick={onTaken}>
              {t('bonus.see')}
            </Button>
          ) : open && !isUnsure ? (
            // Nothing is agreed to here, so that no button says so.
            <ButtonPair>
              <Button look="quiet" onClick={onClose}>
                {t('ui.close')}
              </Button>
              <Button onClick={onTaken}>{t('bonus.see')}</Button>
            </ButtonPair>
          ) : tooMuch && !isUnsure ? (
            <Button wide look="quiet" onClick={onClose}>
              {t('ui.close')}
            </Button>
          ) : (
            <Button
              wide
              busy={sending}
              busyLabel={t('bonus.busy')}
              disabled={!isUnsure && figures.version !== bonus.version}
              onClick={async () => note(await take({ code, expected: figures }))}
            >
              {isUnsure ? t('bonus.checkAgain') : receive}
            </Button>
          )}
        </Actions>
      </div>
    </Dialog>
  )

  function extras(): string[] {
    const { type, maxReceived, maxTotal, endsAt } = bonus
    return [
      t(`bonus.limit.${type}`, { count: maxReceived }),
      // The obstacle says it with what the member has.
      ...(saysMost ? [] : [t('bonus.maxTotal', { amount: formatMoney(maxTotal, currency) })]),
      ...(endsAt ? [t('bonus.until', { date: formatMinute(endsAt) })] : []),
    ]
  }
}
