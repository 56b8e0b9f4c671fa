import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'
import { useAsked } from '../../frame/money/use-asked.ts'
import { ButtonPair } from '../../ui/actions.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Figure } from '../../ui/figure.tsx'
import { FiguresChanged } from '../../ui/figures-changed.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import { ConditionCost, ConditionList, expectedOf, ObstacleNote, useObstacle } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'
import { useReceiveInvite } from './use-receive.ts'

/** What is asked about where no campaign is active. */
const nothing = { version: 0, amount: null, required: null }
const closed = (t: TFunction) => ({ why: t('errorMsg.INVITE_INACTIVE'), isOpenBonus: false })

/**
 * Asks before the invite money is received: what it costs, and its condition (product.md §2 Money under a
 * condition). With nothing to receive it shows the first step instead.
 * @param onInvite opens the way to invite friends
 */
export default function ReceiveModal({
  wallet,
  onInvite,
  onBonus,
  onClose,
}: {
  wallet: Wallet
  onInvite(): void
  /** Leads to the open bonus, beside which nothing can be received. */
  onBonus(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const { receive, sending, isUnsure } = useReceiveInvite(wallet, onClose)
  const { condition, version } = wallet.invite
  const offer = condition && version !== null && { version, condition, amount: wallet.invite.amount }
  const { figures, isChanged, note } = useAsked(offer ? expectedOf(offer, wallet) : nothing)
  const amount = figures.amount ?? wallet.invite.amount
  const money = formatMoney(amount, wallet.currency)
  const obstacle = useObstacle(wallet)
  const why = isUnsure || sending ? undefined : (obstacle ?? (offer ? undefined : closed(t)))
  const isEmpty = amount === 0 && !isUnsure && !sending

  if (isEmpty) {
    return (
      <Dialog
        title={t('invite.receive.title')}
        onClose={onClose}
        footer={
          <Button wide onClick={onInvite}>
            {t('invite.title')}
          </Button>
        }
      >
        <Empty title={t('invite.receive.none')} text={t('invite.receive.noneText')} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t(why ? 'invite.receive.cannot' : 'invite.receive.title')}
      onClose={onClose}
      locked={sending}
      footer={
        <ButtonPair>
          <Button look="quiet" disabled={sending} onClick={onClose}>
            {t(why ? 'ui.close' : 'ui.cancel')}
          </Button>
          {why?.isOpenBonus && <Button onClick={onBonus}>{t('bonus.see')}</Button>}
          {!why && (
            <Button
              busy={sending}
              busyLabel={t('bonus.busy')}
              disabled={!isUnsure && figures.version !== version}
              onClick={async () => note(await receive({ expected: figures }))}
            >
              {isUnsure ? t('bonus.checkAgain') : t('invite.receive.submit', { amount: money })}
            </Button>
          )}
        </ButtonPair>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        <Figure text={money} rem={2.5} className="text-center font-bold" />
        {isChanged && <FiguresChanged />}
        {why ? (
          <ObstacleNote obstacle={why} />
        ) : (
          condition && <ConditionCost condition={condition} figures={figures} wallet={wallet} />
        )}
        {condition && <ConditionList condition={condition} currency={wallet.currency} belowCost={!why} />}
        {isUnsure && <UnknownOutcome text={t('bonus.unsure')} />}
      </div>
    </Dialog>
  )
}
