import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import type { CSSProperties, ReactNode } from 'react'
import { BrandName } from './brand-name.tsx'

/** What stands around every page: the top bar with the operator's name, and the room of the page. */
export function Frame({
  bar,
  width = '72rem',
  children,
}: {
  /** What is in the bar beside the name. */
  bar?: ReactNode
  /** The most that bar and page have; the chat beside a page needs to know it (web/ui/tokens.css). */
  width?: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-1 flex-col" style={{ '--room': width } as CSSProperties}>
      <a href="#content" className="skip">
        {t('menu.skip')}
      </a>
      <header className="sticky short:static top-(--strip) z-20 border-b border-line bg-surface bar-line">
        <div className="mx-auto flex h-14 max-w-(--room) items-center justify-between gap-1 px-4">
          <span className="flex min-w-0 flex-1 items-center gap-1.5 text-[length:min(1rem,max(16px,5vw))] font-bold">
            <img src="/art/brand/mark.svg" alt="" width={32} height={32} />
            <BrandName />
          </span>
          {bar}
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-(--room) flex-1 px-4 pt-4 pb-28 wide:pb-12">
        {children}
      </main>
    </div>
  )
}
