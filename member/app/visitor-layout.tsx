import { LanguageSelect } from '@krapao/web/i18n/language-select.tsx'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { CircleHelp, LogIn, MessageCircle, UserPlus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ChatDock } from '../slices/chat/public.ts'
import { toast } from '../ui/overlay.tsx'
import { api, logOut } from './api.ts'
import { BrandName } from './brand-name.tsx'
import { Menu } from './menu.tsx'
import { ownToken } from './session.ts'

/** The layout for visitors. Opening it ends the browser's session (product.md §4 Login state). */
export function Visitor({ page, children }: { page: string; children: ReactNode }) {
  const { t } = useTranslation()
  useState(() => {
    // Only this tab's session is ended: if a login in another tab led here, that login goes on.
    if (ownToken()) logOut()
  })
  // At /login the app checks whether the service still exists; GONE leads to /terminated (product.md §2 Route guards).
  useEffect(() => {
    if (page === 'login') api('GET /api/lookup/active').catch(() => {})
  }, [page])

  return (
    <div className="flex flex-1 flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:bg-card focus:p-3"
      >
        {t('menu.skip')}
      </a>
      <header className="sticky short:static top-0 z-20 border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-5xl items-center justify-between gap-3 px-4">
          <span className="flex min-w-0 items-center gap-2 text-[length:min(1rem,max(16px,5vw))] font-bold">
            <img src="/art/brand/mark.svg" alt="" width={32} height={32} />
            <BrandName />
          </span>
          <div className="flex items-center gap-1">
            <Menu
              items={[
                { label: t('menu.login'), icon: LogIn, to: '/login' },
                { label: t('menu.register'), icon: UserPlus, to: '/register' },
                { label: t('menu.howto'), icon: CircleHelp, to: '/howto' },
                { label: t('menu.contact'), icon: MessageCircle, to: '/contact' },
              ]}
            />
            <ChatDock />
            <LanguageSelect onFailed={() => toast('negative', t('errorMsg.NETWORK'))} />
          </div>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-5xl flex-1 px-4 pt-4 pb-28 wide:pb-12">
        {children}
      </main>
    </div>
  )
}
