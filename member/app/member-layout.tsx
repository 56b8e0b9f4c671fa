import { LanguageSelect } from '@krapao/web/i18n/language-select.tsx'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { Headset, House, LogOut, ReceiptText, ScrollText, Settings, User } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { logOut } from '../frame/calls/api.ts'
import { followPreferences } from '../frame/device/look.ts'
import { ChatDock } from '../slices/chat/public.ts'
import { Conditions } from '../slices/lookup/public.ts'
import { confirm, showQuestionsBy, toast } from '../ui/overlay.tsx'
import { QuestionDialog } from '../ui/question.tsx'
import { useParts } from '../ui/use-parts.ts'
import { Bell } from './bell.tsx'
import { Frame } from './frame.tsx'
import { Menu } from './menu.tsx'
import { followMessages, renewSubscription } from './messages-of-worker.ts'
import { NewLogins } from './new-logins.tsx'

showQuestionsBy(QuestionDialog)
followPreferences()

/** The layout for members. */
export default function MemberLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [location, navigate] = useLocation()
  const [conditions, setConditions] = useState(false)
  // After the page's first part, which is what the member came for.
  const hasMenu = useParts(1) > 0
  useEffect(() => followMessages(navigate), [navigate])
  useEffect(renewSubscription, [])

  async function logout(): Promise<void> {
    const yes = await confirm({
      title: t('menu.logoutAsk'),
      text: t('menu.logoutText'),
      confirm: t('menu.logout'),
    })
    if (!yes) return
    logOut()
    navigate('/login')
  }

  return (
    <>
      <Frame
        bar={
          hasMenu && (
            <div className="flex items-center">
              <Menu
                items={[
                  { label: t('menu.profile'), icon: User, to: '/user/profile' },
                  { label: t('menu.conditions'), icon: ScrollText, onOpen: () => setConditions(true) },
                  { label: t('menu.home'), icon: House, to: '/user/home', isMain: true },
                  { label: t('menu.statement'), icon: ReceiptText, to: '/user/statement' },
                  { label: t('menu.contact'), icon: Headset, to: '/user/contact' },
                ]}
              />
              <ChatDock />
              <Bell />
              <LanguageSelect onFailed={() => toast('negative', t('errorMsg.NETWORK'))} />
              <Link
                href="/user/settings"
                aria-label={t('menu.settings')}
                title={t('menu.settings')}
                aria-current={location === '/user/settings' ? 'page' : undefined}
                className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken aria-[current=page]:text-link max-wide:hidden"
              >
                <Settings className="size-5" aria-hidden />
              </Link>
              <IconButton label={t('menu.logout')} onClick={logout} className="-mr-3">
                <LogOut className="size-5" aria-hidden />
              </IconButton>
            </div>
          )
        }
      >
        <NewLogins />
        {children}
      </Frame>
      {conditions && <Conditions onClose={() => setConditions(false)} />}
    </>
  )
}
