import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatFigure, formatMoney } from '@krapao/web/ui/format.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useState } from 'react'
import { errorText } from '../../frame/calls/errors.ts'
import { BannerStep, rewardRoom } from '../../ui/banner-step.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Paged } from '../../ui/paged.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import type { Wallet } from '../wallet/public.ts'
import { type Invites, useInviteBanners, useInvites } from './invite.ts'
import { InviteLink } from './invite-link.tsx'
import { InviteTable } from './invite-table.tsx'

/**
 * The campaign's banners if it has some, then the link for friends and what they brought (product.md §2
 * Modals).
 */
export default function InviteModal({
  wallet,
  onReceive,
  onClose,
}: {
  wallet: Wallet
  /** Asks before what waits is received. */
  onReceive(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const { data: banners, isPending } = useInviteBanners()
  const [seen, setSeen] = useState(false)
  const isBanner = !seen && banners !== undefined && banners.length > 0
  return (
    <Dialog title={t('invite.title')} onClose={onClose}>
      {isBanner ? (
        <BannerStep
          banners={banners}
          label={t('invite.title')}
          next={t('invite.see')}
          text={t('invite.text')}
          onDone={() => setSeen(true)}
        />
      ) : (
        <div className={rewardRoom}>
          {isPending ? (
            <Loading>
              <Skeleton className="aspect-2/1 w-full rounded-2xl" />
            </Loading>
          ) : (
            // Banners that could not be loaded hold nobody up.
            <Friends wallet={wallet} isIntroduced={seen} onReceive={onReceive} />
          )}
        </div>
      )}
    </Dialog>
  )
}

/** @param isIntroduced the banners' view has said what it is about */
function Friends({
  wallet,
  isIntroduced,
  onReceive,
}: {
  wallet: Wallet
  isIntroduced: boolean
  onReceive(): void
}) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const invites = useInvites(page)
  const { data } = invites
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      {!isIntroduced && <p className="text-base text-pretty">{t('invite.text')}</p>}
      {!invites.isError && <Share invites={data} />}
      <InviteLink profileId={wallet.profile._id} />
      <div className="grid grid-cols-1 gap-2">
        <Receipt
          id={undefined}
          lines={[
            [t('invite.friends'), data && formatFigure(data.friends)],
            [t('invite.waiting'), data && formatMoney(data.amount, data.currency)],
          ]}
        />
        {data && data.amount > 0 && (
          <Button look="plain" wide className="border border-field-line" onClick={onReceive}>
            {t('invite.receive.submit', { amount: formatMoney(data.amount, data.currency) })}
          </Button>
        )}
      </div>
      <section className="grid grid-cols-1 gap-2">
        <h3 className="text-base font-semibold">{t('invite.list')}</h3>
        <Paged
          query={invites}
          page={page}
          perPage={paging.invites}
          onPage={setPage}
          failure={errorText}
          empty={
            <Empty art="/art/empty/transactions.svg" title={t('invite.empty')} text={t('invite.emptyText')} />
          }
        >
          {({ invites, currency }) => <InviteTable rows={invites} currency={currency} />}
        </Paged>
      </section>
    </div>
  )
}

/** How much of what a friend's day brings, by the active campaign, and what brings nothing. */
function Share({ invites }: { invites: Invites | undefined }) {
  const { t } = useTranslation()
  if (!invites) {
    return (
      <Loading>
        <Skeleton className="h-30 rounded-2xl" />
      </Loading>
    )
  }
  const { terms, info, currency } = invites
  if (!terms) return <p className="text-base text-pretty">{t('errorMsg.INVITE_INACTIVE')}</p>
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <section className="grid gap-2 rounded-2xl border border-line px-4 py-3">
      <div>
        <h3 className="text-sm text-ink-soft">{t('invite.yourShare')}</h3>
        <Figure text={`${terms.percent}%`} rem={1.75} className="font-bold" />
        <p className="text-sm text-pretty">{t('invite.shareOf')}</p>
      </div>
      <ul className="grid list-disc gap-1 pl-5 text-sm text-pretty text-ink-soft">
        <li>{t('invite.bounds', { min: money(terms.min), max: money(terms.max) })}</li>
        <li>{t('invite.carriedRule')}</li>
        <li>{t('invite.bonusRule')}</li>
        <li>{t('invite.tiesRule')}</li>
      </ul>
      {info && <Html html={info} className="text-sm!" />}
    </section>
  )
}
