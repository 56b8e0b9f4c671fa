import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import type { ReactNode } from 'react'
import { CopyButton } from './copy.tsx'

/**
 * The reference by which support finds a case, small, with a button that copies it.
 * @param ask what else can be done with it, such as asking support
 */
export function Reference({ id, ask }: { id: string; ask?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap items-center gap-1 text-xs">
      <span className="min-w-0 break-all">
        {t('ui.reference')} {id}
      </span>
      <CopyButton text={id} label={t('ui.copyReference')} />
      {ask}
    </span>
  )
}
