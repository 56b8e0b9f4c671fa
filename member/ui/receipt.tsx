import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import type { ReactNode } from 'react'
import { CopyButton } from './copy.tsx'
import { fitting } from './figure.tsx'
import { shortReference } from './short-reference.ts'

/** An amount stays on one line, smaller if the space is too narrow; a date may break between day and time. */
const inOnePiece = (value: string) =>
  value.includes(' ') ? undefined : { fontSize: fitting(value, 0.875), whiteSpace: 'nowrap' as const }

/**
 * What happened, line by line, with the reference by which support finds it.
 * @param lines label and value; a value that is not known yet keeps its space
 * @param id of the slip, code, gift, withdrawal or transfer
 * @param below what can be done with it
 */
export function Receipt({
  lines = [],
  id,
  below,
}: {
  lines?: (readonly [label: string, value: string | undefined])[]
  id: string | undefined
  below?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className="rounded-2xl bg-sunken px-4 py-2.5 text-left text-sm">
      <dl className="@container grid w-full grid-cols-1 gap-1">
        {lines.map(([label, value]) => (
          <div key={label} className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="ml-auto text-right font-semibold" style={value ? inOnePiece(value) : undefined}>
              {value ?? <Skeleton className="h-4.5 w-24 bg-line" />}
            </dd>
          </div>
        ))}
        {id && (
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <dt className="text-ink-soft">{t('ui.reference')}</dt>
            <dd className="ml-auto flex items-center font-semibold">
              <span className="break-all">{shortReference(id)}</span>
              <span className="-mr-3 text-link">
                <CopyButton text={shortReference(id)} label={t('ui.copyReference')} />
              </span>
            </dd>
          </div>
        )}
      </dl>
      {below && <div className="-mx-3 flex flex-wrap items-center justify-between">{below}</div>}
    </div>
  )
}
