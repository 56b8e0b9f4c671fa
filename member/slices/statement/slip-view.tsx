import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { ExternalLink } from 'lucide-react'
import { api } from '../../frame/calls/api.ts'
import { toastRefused } from '../../frame/calls/refused.tsx'

export type Slip = AnswerOf<'POST /api/statement/slip'>['slips'][number]

const look = 'inline-flex size-11 items-center justify-center rounded-full text-link hover:bg-sunken'

/** Opens a slip's picture in a new tab: by its link, or else by the address that its reference leads to. */
export function SlipView({ slip }: { slip: Pick<Slip, 'createdAt' | 'link' | 'reference'> }) {
  const { t } = useTranslation()
  const label = t('statement.slip.viewOf', { date: formatMinute(slip.createdAt) })
  const icon = <ExternalLink className="size-5" aria-hidden />

  async function open(reference: string): Promise<void> {
    // The window is opened in the click handler, or browsers would block it as a pop-up; its address follows.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.document.body.textContent = t('statement.slip.opening')
    try {
      const { url } = await api('GET /api/statement/slip/reference/:reference', { params: { reference } })
      if (tab) {
        tab.opener = null
        tab.location.replace(new URL(url, location.href).href)
      } else location.assign(url)
    } catch (error) {
      tab?.close()
      toastRefused(error)
    }
  }

  const { link, reference } = slip
  if (link) {
    return (
      <a href={link} target="_blank" rel="noopener" aria-label={label} className={look}>
        {icon}
      </a>
    )
  }
  if (reference) {
    return (
      <button type="button" aria-label={label} className={look} onClick={() => open(reference)}>
        {icon}
      </button>
    )
  }
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{t('statement.slip.none')}</span>
    </>
  )
}
