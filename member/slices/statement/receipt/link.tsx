import type { AnswerOf } from '@krapao/contract/client.ts'
import { dayInWords, inBangkok } from '@krapao/contract/dates.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link2, Share2 } from 'lucide-react'
import { api } from '../../../frame/calls/api.ts'
import { toastRefused } from '../../../frame/calls/refused.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { confirm, toast } from '../../../ui/overlay.tsx'

/**
 * A link by which anybody can check a receipt. Its address is answered once, so it is known only until the
 * sheet closes.
 */
export type ReceiptLink = AnswerOf<'POST /api/statement/receipt/:id/link'>

/**
 * Makes a link to a receipt, shows the one that was made, and ends all of them.
 * @param until when the last link stops working; null if none works
 */
export function LinkBox({
  id,
  until,
  link,
  onLink,
}: {
  id: string
  until: string | null
  link: ReceiptLink | undefined
  onLink(link: ReceiptLink | undefined): void
}) {
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: ['statement', 'receipt', id] })
  const making = useMutation({
    mutationFn: () => api('POST /api/statement/receipt/:id/link', { params: { id } }),
    onSuccess(made) {
      onLink(made)
      changed()
    },
    onError: toastRefused,
  })
  const ending = useMutation({
    mutationFn: () => api('DELETE /api/statement/receipt/:id/link', { params: { id } }),
    onSuccess() {
      onLink(undefined)
      changed()
      toast('neutral', t('statement.receipt.link.ended'))
    },
    onError: toastRefused,
  })
  const busy = making.isPending || ending.isPending

  async function end(): Promise<void> {
    const agreed = await confirm({
      title: t('statement.receipt.link.endAsk'),
      text: t('statement.receipt.link.endText'),
      confirm: t('statement.receipt.link.end'),
      cancel: t('statement.receipt.link.keep'),
      danger: true,
    })
    if (agreed) ending.mutate()
  }

  const works = link?.expiresAt ?? until
  return (
    <section className="grid grid-cols-1 gap-2 rounded-2xl border border-line p-4">
      <h4 className="text-sm font-semibold">{t('statement.receipt.link.title')}</h4>
      {link ? (
        <div className="flex items-center gap-1 rounded-xl bg-sunken pl-3">
          <span className="min-w-0 flex-1 py-2 text-sm font-semibold break-all">{link.url}</span>
          {canShareLink() && <ShareLink url={link.url} label={t('statement.receipt.link.share')} />}
          <span className="text-link">
            <CopyButton text={link.url} label={t('statement.receipt.link.copy')} />
          </span>
        </div>
      ) : (
        <p className="text-sm text-pretty text-ink-soft">{t('statement.receipt.link.lead')}</p>
      )}
      {works && (
        <p className="text-sm text-pretty text-ink-soft">
          {t(link ? 'statement.receipt.link.until' : 'statement.receipt.link.open', { at: inWords(works) })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!link && (
          <Button
            look="quiet"
            busy={making.isPending}
            busyLabel={t('ui.busy.preparing')}
            disabled={busy}
            icon={<Link2 className="size-5 shrink-0" aria-hidden />}
            onClick={() => making.mutate()}
          >
            {t(works ? 'statement.receipt.link.another' : 'statement.receipt.link.make')}
          </Button>
        )}
        {works && (
          <Button look="plain" disabled={busy} onClick={end}>
            {t('statement.receipt.link.end')}
          </Button>
        )}
      </div>
    </section>
  )

  function inWords(time: string): string {
    const { day, time: clock } = inBangkok(time)
    return t('statement.receipt.bangkok', {
      day: dayInWords(day, i18n.language),
      time: clock.slice(0, -3),
    })
  }
}

const canShareLink = (): boolean => typeof navigator.share === 'function'

function ShareLink({ url, label }: { url: string; label: string }) {
  return (
    <IconButton
      label={label}
      onClick={() => {
        // Rejected also where the person chooses nobody.
        navigator.share({ url }).catch(() => {})
      }}
    >
      <Share2 className="size-5" aria-hidden />
    </IconButton>
  )
}
