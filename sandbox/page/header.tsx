import { LanguageSelect } from '@krapao/web/i18n/language-select.tsx'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { toast } from './toasts.ts'

const places = ['phone', 'bank', 'pay', 'gifts', 'payouts', 'push', 'games', 'faults'] as const

/** The header of both pages; on the page of devices it also links to each device. */
export function Header({ isGame = false }: { isGame?: boolean }) {
  const { t } = useTranslation()
  return (
    <header className="bar sticky top-0 z-20 bg-night text-on-night">
      <div className="mx-auto flex min-h-14 max-w-312 flex-wrap items-center gap-x-6 px-4 py-1.5">
        <a className="flex min-h-11 items-center gap-2.5 font-bold" href="/sandbox">
          <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
            <path d="M4 20h24l-3.5 8h-17z" fill="#c9d0cb" />
            <path d="M6.500 20c2.500-8 6-11 9.500-11s7 3 9.500 11z" fill="#f0b36a" />
            <path d="M16 9V2l7.500 3.200L16 8.200" fill="#4cc3a8" />
          </svg>
          <span className="whitespace-nowrap">{t('title')}</span>
        </a>
        {!isGame && (
          <nav
            aria-label={t('title')}
            className="-mx-1.5 flex overflow-x-auto max-md:order-1 max-md:w-[calc(100%+0.75rem)] max-md:justify-between max-md:mask-r-from-92% max-md:pr-5 [scrollbar-width:none] md:mx-0"
          >
            {places.map((place) => (
              <a
                key={place}
                href={`#${place}`}
                className="grid min-h-11 shrink-0 place-items-center rounded-xl px-1.5 text-sm hover:bg-sunken sm:px-3"
              >
                {t(`devices.${place}`)}
              </a>
            ))}
          </nav>
        )}
        <div className="ml-auto">
          <LanguageSelect onFailed={() => toast('negative', t('ui.languageFailed'))} />
        </div>
      </div>
    </header>
  )
}
