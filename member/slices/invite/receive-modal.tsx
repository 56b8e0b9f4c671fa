import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { ButtonPair } from '../../ui/actions.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import type { Wallet } from '../wallet/public.ts'
import { useReceiveInvite } from './use-receive.ts'

/**
 * Asks before the invite money is received: explains the conditions and both percentages (product.md §2 Home dashboard).
 * With nothing to receive it shows the first step instead.
 * @param onInvite opens the way to invite friends
 */
export default function ReceiveModal({
  wallet,
  onInvite,
  onClose,
}: {
  wallet: Wallet
  onInvite(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const { receive, sending, isUnsure } = useReceiveInvite(wallet, onClose)
  const { amount, success, fail } = wallet.invite
  const money = formatMoney(amount, wallet.currency)
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
      title={t('invite.receive.title')}
      onClose={onClose}
      locked={sending}
      footer={
        <ButtonPair>
          <Button look="quiet" disabled={sending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button busy={sending} busyLabel={t('bonus.busy')} onClick={receive}>
            {isUnsure ? t('bonus.checkAgain') : t('invite.receive.submit', { amount: money })}
          </Button>
        </ButtonPair>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        <Figure text={money} rem={2.5} className="text-center font-bold" />
        <p className="text-base text-pretty">{t('invite.receive.text')}</p>
        <Receipt
          id={undefined}
          lines={[
            [t('invite.receive.success'), `${success}%`],
            [t('invite.receive.fail'), `${fail}%`],
          ]}
        />
        <p className="text-sm text-pretty text-ink-soft">{t('invite.receive.base')}</p>
        {isUnsure && <UnknownOutcome text={t('bonus.unsure')} />}
      </div>
    </Dialog>
  )
}
