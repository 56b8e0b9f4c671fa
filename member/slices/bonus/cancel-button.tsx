import type { ExpectedClear } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { FiguresChanged } from '../../ui/figures-changed.tsx'
import { alert, confirm } from '../../ui/overlay.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import type { Wallet } from '../wallet/public.ts'
import { mayCancel, type OpenBonus } from './bonus.ts'
import { clearLines } from './clear-words.ts'
import { clearOf } from './expected.ts'
import { openBetsWords } from './open-bets.ts'
import { useClear } from './use-clear.ts'
import { useTotalWords } from './use-total-words.ts'

/** Cancels the open bonus after a confirmation with both amounts, or says why it cannot be cancelled now. */
export function CancelButton({ bonus, wallet }: { bonus: OpenBonus; wallet: Wallet }) {
  const { t } = useTranslation()
  const { clear, sending, isUnsure } = useClear(wallet, bonus._id)
  const { progress, currency } = bonus
  const money = (amount: number) => formatMoney(amount, currency)
  const inTransit = progress?.inTransit ?? 0
  const totalWords = useTotalWords(currency)

  /**
   * @param change what to say about figures that have changed since the question before
   * @returns whether the member agrees to these figures
   */
  function ask({ returned, kept }: ExpectedClear, change?: string): Promise<boolean> {
    const question = { title: t('bonus.cancelAsk'), cancel: t('bonus.keep'), danger: true }
    const changed = change !== undefined && <FiguresChanged text={change} />
    if (kept === null) {
      const text = (
        <div className="grid gap-3">
          {changed}
          <p>{t('bonus.cancelArmed')}</p>
        </div>
      )
      return confirm({ ...question, text, confirm: t('bonus.cancel') })
    }
    // Figures that came with a refusal do not say what of them is in transit.
    const figures = { returned, kept, inTransit: change === undefined ? inTransit : 0 }
    return confirm({
      ...question,
      text: (
        <div className="grid gap-3">
          {changed}
          <p>{t('bonus.cancelText')}</p>
          {progress?.state !== 'failed' && <p>{t('bonus.cancelOpen')}</p>}
          <Receipt id={undefined} lines={clearLines({ t, wallet }, figures)} />
        </div>
      ),
      confirm: returned > 0 ? t('bonus.cancelAmount', { amount: money(returned) }) : t('bonus.cancel'),
    })
  }

  async function cancel(): Promise<void> {
    if (bonus.openBets && !isUnsure) {
      return alert({ title: t('bonus.cannotCancel'), text: openBetsWords(t, bonus.openBets, wallet) })
    }
    if (progress && !mayCancel(bonus)) {
      const figures = { floor: money(progress.floor), total: totalWords(progress.total, inTransit) }
      return alert({ title: t('bonus.cannotCancel'), text: t('bonus.cannotCancelText', figures) })
    }
    let figures = clearOf(bonus)
    if (isUnsure) await clear(figures)
    else {
      for (let change: string | undefined; await ask(figures, change); ) {
        const { present, home } = await clear(figures)
        if (!present) return
        figures = present
        change = t(home ? 'bonus.changedHome' : 'bonus.changed')
      }
    }
  }

  return (
    <>
      {isUnsure && <UnknownOutcome text={t('bonus.unsure')} />}
      <Button look="quiet" wide busy={sending} busyLabel={t('ui.busy.cancelling')} onClick={cancel}>
        {t(isUnsure ? 'bonus.checkAgain' : 'bonus.cancel')}
      </Button>
    </>
  )
}
