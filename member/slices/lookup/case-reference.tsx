import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useSearchParams } from 'wouter'
import { AskSupport } from '../../frame/chat/ask-support.tsx'
import { CopyButton } from '../../ui/copy.tsx'

/** The reference that the previous page handed over; undefined without one. */
export function useCaseReference(): string | undefined {
  const [search] = useSearchParams()
  const reference = search.get('reference') ?? ''
  return /^[A-Z0-9]{6,30}$/.test(reference) ? reference : undefined
}

/** The reference of the member's question to support, if the previous page handed one over. */
export function CaseReference() {
  const { t } = useTranslation()
  const reference = useCaseReference()
  if (!reference) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-2xl bg-notice-soft px-4 py-2 text-notice">
      <p className="text-sm">
        {t('lookup.contact.case')}
        <span className="block text-base font-semibold break-all">{reference}</span>
      </p>
      <div className="flex items-center">
        <AskSupport reference={reference} />
        <CopyButton text={reference} label={t('ui.copyReference')} />
      </div>
    </div>
  )
}
