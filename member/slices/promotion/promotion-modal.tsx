import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { api } from '../../frame/calls/api.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { useAsked } from '../../frame/money/use-asked.ts'
import { Actions, Body } from '../../ui/actions.tsx'
import { Figure } from '../../ui/figure.tsx'
import { FiguresChanged } from '../../ui/figures-changed.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import {
  ConditionCost,
  ConditionList,
  expectedOf,
  ObstacleNote,
  useObstacle,
  useTake,
} from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'

/** Before the code is found. */
const nothing = { version: 0, amount: null, required: null }

/** Looks a code up and shows what it brings, or that there is no such code (product.md §2 Bonus). */
export function PromotionModal({
  code,
  wallet,
  onReceived,
  onClose,
}: {
  code: string
  wallet: Wallet
  onReceived(): void
  onClose(): void
}) {
  const { t, i18n } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['promotion', 'find', code, i18n.language],
    queryFn: ({ signal }) => api('GET /api/promotion/find/:code', { params: { code } }, { signal }),
    // A code may be used up in the meantime, and searches are counted.
    gcTime: 0,
    staleTime: 60_000,
  })
  const { figures, isChanged, note } = useAsked(data ? expectedOf(data, wallet) : nothing)
  const { take, sending, isUnsure } = useTake(wallet, 'promotion', { code, taken: onReceived })
  const isUnknown = error instanceof ApiError && error.code === 'NO_PROMOTION'
  const amount = data && formatMoney(data.amount, data.currency)
  const obstacle = useObstacle(data && wallet, { maxTotal: data?.maxTotal ?? null, total: data?.total })

  /** The terms may be new ones, too. */
  async function receive(): Promise<void> {
    const sent = await take({ code, expected: figures })
    if (sent.present) await refetch()
    note(sent)
  }

  return (
    <Dialog title={data?.title ?? t('promotion.title')} onClose={onClose} locked={sending}>
      {/* One height for what is searched for and what is found. */}
      <div className="flex min-h-[min(26rem,calc(92dvh-5.25rem))] flex-col">
        <Body>
          {!data && (isFetching || !error) && (
            <Loading label={t('promotion.searching', { code })}>
              <div className="grid gap-3">
                <p aria-hidden className="text-base">
                  {t('promotion.searching', { code })}
                </p>
                <Skeleton className="h-24" />
                <Skeleton className="h-40" />
              </div>
            </Loading>
          )}
          {!data && !isFetching && isUnknown && (
            <div role="alert" className="grid justify-items-center gap-2 px-4 py-8 text-center">
              <SearchX className="size-12 text-ink-soft" aria-hidden />
              <h3 className="max-w-sm text-xl font-semibold break-words">
                {t('promotion.notFound', { code })}
              </h3>
              <p className="max-w-sm text-base text-pretty text-ink-soft">{t('promotion.notFoundText')}</p>
            </div>
          )}
          {!data && !isFetching && error && !isUnknown && (
            <Failed text={errorText(error)} onRetry={() => refetch()} />
          )}
          {data && (
            <>
              {/* Many campaigns have their code in the title; the texts of the other states name it, too. */}
              {!data.title.toUpperCase().includes(code) && (
                <p className="text-sm font-semibold break-all text-ink-soft">{code}</p>
              )}
              {isChanged && <FiguresChanged />}
              <section className="rounded-2xl bg-sunken px-4 py-3">
                <p className="text-sm text-ink-soft">{t('promotion.brings')}</p>
                <Figure text={amount ?? ''} rem={1.75} className="font-bold" />
                <p className="text-sm text-ink-soft">
                  {[
                    // Below, the obstacle says it with what the member has.
                    obstacle?.isTooMuch
                      ? ''
                      : t('bonus.maxTotal', { amount: formatMoney(data.maxTotal, data.currency) }),
                    data.endsAt ? t('bonus.until', { date: formatMinute(data.endsAt) }) : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </section>
              {!obstacle && <ConditionCost condition={data.condition} figures={figures} wallet={wallet} />}
              <ConditionList condition={data.condition} currency={data.currency} belowCost={!obstacle} />
              <Html html={data.description} />
            </>
          )}
          {isUnsure && <UnknownOutcome text={t('bonus.unsure')} />}
        </Body>
        <Actions>
          {data && obstacle && !isUnsure && <ObstacleNote obstacle={obstacle} />}
          {data && (!obstacle || isUnsure) ? (
            <Button
              wide
              busy={sending}
              busyLabel={t('bonus.busy')}
              disabled={!isUnsure && figures.version !== data.version}
              onClick={receive}
            >
              {isUnsure ? t('bonus.checkAgain') : t('promotion.receive', { amount })}
            </Button>
          ) : (
            <Button wide look="quiet" onClick={onClose}>
              {t('ui.close')}
            </Button>
          )}
        </Actions>
      </div>
    </Dialog>
  )
}
