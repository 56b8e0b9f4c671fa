import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Check } from 'lucide-react'

/**
 * Progress through the steps: bars on phones, the names of the steps beside the form on wide screens.
 * @param at the place of the present one among the names
 */
export function Progress({ names, at }: { names: string[]; at: number }) {
  const { t } = useTranslation()
  return (
    <div>
      <p className="text-sm font-medium text-ink-soft wide:hidden">
        {t('account.register.progress', { step: at + 1, steps: names.length })}
      </p>
      <ol className="mt-2 grid grid-flow-col auto-cols-fr gap-1.5 wide:mt-0 wide:grid-flow-row wide:gap-4">
        {names.map((name, index) => (
          <li
            key={name}
            aria-current={index === at ? 'step' : undefined}
            className={cx(
              'h-1.5 rounded-full wide:flex wide:h-auto wide:items-center wide:gap-3 wide:rounded-none wide:bg-transparent',
              index <= at ? 'bg-link' : 'bg-line',
            )}
          >
            <span
              aria-hidden
              className={cx(
                'hidden size-9 shrink-0 items-center justify-center rounded-full border-2 text-sm font-semibold wide:flex',
                index < at && 'border-link bg-link text-card',
                index === at && 'border-link text-link',
                index > at && 'border-line text-ink-soft',
              )}
            >
              {index < at ? <Check className="size-5" /> : index + 1}
            </span>
            <span
              className={cx(
                'sr-only wide:not-sr-only',
                index === at ? 'font-semibold' : 'wide:text-ink-soft',
              )}
            >
              {name}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
