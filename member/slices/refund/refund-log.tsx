import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { useState } from 'react'
import { errorText } from '../../frame/calls/errors.ts'
import { Paged } from '../../ui/paged.tsx'
import { useRefunds } from './refund.ts'

/** The claims so far, newest first. */
export function RefundLog() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const refunds = useRefunds(page)
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-base font-semibold">{t('refund.log')}</h3>
      <Paged
        query={refunds}
        page={page}
        perPage={paging.refunds}
        onPage={setPage}
        failure={errorText}
        empty={<p className="text-sm text-ink-soft">{t('refund.logEmpty')}</p>}
      >
        {({ refunds, currency }) => (
          <table className="w-full text-sm">
            <caption className="sr-only">{t('refund.log')}</caption>
            <thead className="text-left text-ink-soft">
              <tr>
                <th scope="col" className="py-1 pr-2 font-medium">
                  {t('refund.date')}
                </th>
                <th scope="col" className="py-1 text-right font-medium">
                  {t('refund.amount')}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-t border-line">
              {refunds.map(({ _id, refundAmount, createdAt }) => (
                <tr key={_id}>
                  <td className="py-2.5 pr-2">
                    <time dateTime={createdAt}>{formatMinute(createdAt)}</time>
                  </td>
                  <td className="py-2.5 text-right font-semibold">{formatMoney(refundAmount, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Paged>
    </section>
  )
}
