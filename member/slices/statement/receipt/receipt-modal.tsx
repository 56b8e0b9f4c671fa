import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../frame/calls/api.ts'
import { errorText } from '../../../frame/calls/errors.ts'
import { AskSupport } from '../../../frame/chat/ask-support.tsx'
import { ButtonPair } from '../../../ui/actions.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Figure, fitting } from '../../../ui/figure.tsx'
import { toast } from '../../../ui/overlay.tsx'
import type { Content } from './content.ts'
import { LinkBox, type ReceiptLink } from './link.tsx'
import { canShare, savePicture, sharePicture } from './picture.ts'
import { useContent } from './use-content.ts'

/** A deposit or withdrawal as a receipt, to be looked at, saved as a picture and shared. */
export default function ReceiptModal({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['statement', 'receipt', id],
    queryFn: ({ signal }) => api('GET /api/statement/receipt/:id', { params: { id } }, { signal }),
    // In case the socket is down.
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 10_000 : false),
  })
  const [link, setLink] = useState<ReceiptLink>()
  const content = useContent(data)
  // The code is in the picture; the sheet has the link itself.
  const picture = withCheck(content, link, t)
  return (
    <Dialog title={t('ui.receipt')} onClose={onClose} footer={picture && <Keep content={picture} />}>
      {content && data ? (
        <>
          <Slip content={content} />
          <LinkBox id={id} until={data.linkUntil} link={link} onLink={setLink} />
        </>
      ) : error ? (
        <Failed text={errorText(error)} onRetry={() => refetch()} />
      ) : (
        <Loading>
          <div className="grid justify-items-center gap-3 pb-4">
            <Skeleton className="mt-4 size-14 rounded-full!" />
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-10 w-52" />
            <Skeleton className="mt-4 h-64 w-full rounded-2xl" />
          </div>
        </Loading>
      )}
    </Dialog>
  )
}

/** With the code of the link, which the picture then has, too. */
function withCheck(
  content: Content | undefined,
  link: ReceiptLink | undefined,
  t: ReturnType<typeof useTranslation>['t'],
): Content | undefined {
  if (!content || !link) return content
  return {
    ...content,
    check: { qr: link.qr, label: t('statement.receipt.link.scan') },
    note: t('statement.receipt.link.note'),
  }
}

const looks = {
  positive: { icon: CircleCheck, colour: 'text-positive' },
  notice: { icon: Clock, colour: 'text-notice' },
  negative: { icon: CircleX, colour: 'text-negative' },
}

function Slip({ content: { tone, title, amount, lines, number, note } }: { content: Content }) {
  const { t } = useTranslation()
  const { icon: Icon, colour } = looks[tone]
  return (
    <div className="grid grid-cols-1 gap-4 pb-4">
      <div role="status" className="grid grid-cols-1 justify-items-center gap-1 pt-2 text-center">
        <Icon className={cx('size-14', colour)} strokeWidth={1.5} aria-hidden />
        <h3 className={cx('text-base font-semibold', colour)}>{title}</h3>
        {amount === undefined ? (
          <p className="text-ink-soft">{t('statement.receipt.noAmount')}</p>
        ) : (
          <p className="w-full">
            <Figure text={amount} rem={amount.length > 12 ? 1.75 : 2.5} className="font-bold" />
          </p>
        )}
      </div>
      <dl className="@container grid grid-cols-1 gap-2 rounded-2xl bg-sunken px-4 py-3 text-sm">
        {lines.map(({ label, value, below }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="ml-auto min-w-0 max-w-full text-right font-semibold wrap-anywhere">
              {value}
              {below && (
                <span className="block whitespace-nowrap" style={{ fontSize: fitting(below, 0.875) }}>
                  {below}
                </span>
              )}
            </dd>
          </div>
        ))}
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-dashed border-line pt-1">
          <dt className="text-ink-soft">{number.label}</dt>
          <dd className="ml-auto flex min-w-0 items-center font-semibold">
            <span className="wrap-anywhere">{number.value}</span>
            <span className="-mr-3 text-link">
              <CopyButton text={number.value} label={t('ui.copyReference')} />
            </span>
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-ink-soft">
        <p className="min-w-40 flex-1 text-xs text-pretty">{note}</p>
        {tone !== 'positive' && (
          <span className="text-link">
            <AskSupport reference={number.value} />
          </span>
        )}
      </div>
    </div>
  )
}

/** Saves and shares the picture; without sharing in this browser there is one button. */
function Keep({ content }: { content: Content }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<'save' | 'share'>()

  async function run(what: 'save' | 'share'): Promise<void> {
    setBusy(what)
    try {
      if (what === 'share') await sharePicture(content, brand.colours.light)
      else {
        await savePicture(content, brand.colours.light)
        toast('positive', t('statement.receipt.saved'))
      }
    } catch {
      toast('negative', t('statement.receipt.failed'))
    } finally {
      setBusy(undefined)
    }
  }

  const both = canShare()
  const save = (
    <Button
      look={both ? 'quiet' : 'primary'}
      wide={!both}
      busy={busy === 'save'}
      busyLabel={t('ui.busy.preparing')}
      disabled={busy !== undefined}
      icon={<Download className="size-5 shrink-0" aria-hidden />}
      onClick={() => run('save')}
    >
      {t('statement.receipt.save')}
    </Button>
  )
  if (!both) return save
  return (
    <ButtonPair>
      {save}
      <Button
        busy={busy === 'share'}
        busyLabel={t('ui.busy.preparing')}
        disabled={busy !== undefined}
        icon={<Share2 className="size-5 shrink-0" aria-hidden />}
        onClick={() => run('share')}
      >
        {t('statement.receipt.share')}
      </Button>
    </ButtonPair>
  )
}
