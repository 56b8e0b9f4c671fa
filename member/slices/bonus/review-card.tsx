import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { Clock, Gift } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { refused } from '../../frame/calls/refused.tsx'
import { Card } from '../../ui/card.tsx'
import { alert, confirm, toast } from '../../ui/overlay.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import type { BonusReview } from './bonus.ts'
import { useBonusSettled } from './use-take.ts'

/**
 * A free credit or code that a person looks at: what it is, since when, and the way to withdraw it (rules.md
 * §7.5).
 */
export function ReviewCard({ review }: { review: BonusReview }) {
  const { t } = useTranslation()
  const settled = useBonusSettled()
  const [sending, setSending] = useState(false)
  const { _id: id, source, title, amount, currency, createdAt } = review

  async function withdraw(): Promise<void> {
    const agrees = await confirm({
      title: t('bonus.review.ask'),
      text: t('bonus.review.askText'),
      confirm: t('bonus.review.withdraw'),
      cancel: t('bonus.review.keep'),
      danger: true,
    })
    if (!agrees) return
    setSending(true)
    try {
      await api('DELETE /api/bonus/reviews/:id', { params: { id } })
      toast('positive', t('bonus.review.done'))
    } catch (error) {
      await alert({ title: t('bonus.review.failed'), text: refused(error) })
    } finally {
      setSending(false)
      settled()
    }
  }

  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="flex items-center gap-1.5 text-sm text-ink-soft">
            <Gift className="size-4 text-link" aria-hidden />
            {t(`bonus.source.${source}`)}
          </span>
          <span className="flex items-center gap-1.5 rounded-full bg-notice-soft px-3 py-1 text-xs font-semibold text-notice">
            <Clock className="size-3.5" aria-hidden />
            {t('bonus.review.state')}
          </span>
        </div>
        <h2 className="text-xl font-semibold text-balance">{title}</h2>
      </div>
      <p className="text-base text-pretty">{t('bonus.review.text')}</p>
      <Receipt
        id={undefined}
        lines={[
          [t('bonus.review.amount'), formatMoney(amount, currency)],
          [t('bonus.review.asked'), formatMinute(createdAt)],
        ]}
      />
      <p className="text-sm text-pretty text-ink-soft">{t('bonus.review.meanwhile')}</p>
      <Button look="quiet" wide busy={sending} busyLabel={t('bonus.review.busy')} onClick={withdraw}>
        {t('bonus.review.withdraw')}
      </Button>
    </Card>
  )
}
