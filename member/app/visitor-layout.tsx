import { LanguageSelect } from '@krapao/web/i18n/language-select.tsx'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { CircleHelp, Headset, LogIn, UserPlus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { api, logOut } from '../frame/calls/api.ts'
import { ownToken } from '../frame/calls/session.ts'
import { ChatDock } from '../slices/chat/public.ts'
import { toast } from '../ui/overlay.tsx'
import { Frame } from './frame.tsx'
import { Menu } from './menu.tsx'

/** The layout for visitors. Opening it ends the browser's session (product.md §4 Login state). */
export function Visitor({ page, children }: { page: string; children: ReactNode }) {
  const { t } = useTranslation()
  useState(() => {
    // Only this tab's session is ended: if a login in another tab led here, that login goes on.
    if (ownToken()) logOut()
  })
  // At /login the app checks whether the service still exists; GONE leads to /terminated (product.md §2 Route
  // guards).
  useEffect(() => {
    if (page === 'login') api('GET /api/lookup/active').catch(() => {})
  }, [page])

  return (
    <Frame
      width="64rem"
      bar={
        <div className="flex items-center gap-1">
          <Menu
            items={[
              { label: t('menu.login'), icon: LogIn, to: '/login' },
              { label: t('menu.register'), icon: UserPlus, to: '/register' },
              { label: t('menu.howto'), icon: CircleHelp, to: '/howto' },
              { label: t('menu.contact'), icon: Headset, to: '/contact' },
            ]}
          />
          <ChatDock />
          <LanguageSelect onFailed={() => toast('negative', t('errorMsg.NETWORK'))} />
        </div>
      }
    >
      {children}
    </Frame>
  )
}
