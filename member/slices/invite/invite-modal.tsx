import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatFigure, formatMoney } from '@krapao/web/ui/format.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useState } from 'react'
import { errorText } from '../../app/errors.ts'
import { BannerStep, rewardRoom } from '../../ui/banner-step.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Paged } from '../../ui/paged.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import type { Wallet } from '../wallet/public.ts'
import { useInviteBanners, useInvites } from './invite.ts'
import { InviteLink } from './invite-link.tsx'
import { InviteTable } from './invite-table.tsx'

/** The campaign's banners if it has some, then the link for friends and what they brought (product.md §2 Modals). */
export default function InviteModal({ wallet, onClose }: { wallet: Wallet; onClose(): void }) {
  const { t } = useTranslation()
  const { data: banners, isPending } = useInviteBanners()
  const [seen, setSeen] = useState(false)
  const isBanner = !seen && banners !== undefined && banners.length > 0
  return (
    <Dialog title={t('invite.title')} onClose={onClose}>
      {isBanner ? (
        <BannerStep banners={banners} label={t('invite.title')} onDone={() => setSeen(true)} />
      ) : (
        <div className={rewardRoom}>
          {isPending ? (
            <Loading>
              <Skeleton className="aspect-2/1 w-full rounded-2xl" />
            </Loading>
          ) : (
            // Banners that could not be loaded hold nobody up.
            <Friends wallet={wallet} />
          )}
        </div>
      )}
    </Dialog>
  )
}

function Friends({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const invites = useInvites(page)
  const { data } = invites
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <p className="text-base text-pretty">{t('invite.text')}</p>
      <InviteLink profileId={wallet.profile._id} />
      <Receipt
        id={undefined}
        lines={[
          [t('invite.friends'), data && formatFigure(data.friends)],
          [t('invite.waiting'), data && formatMoney(data.amount, data.currency)],
        ]}
      />
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
