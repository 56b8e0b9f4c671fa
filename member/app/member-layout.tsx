import { LanguageSelect } from '@krapao/web/i18n/language-select.tsx'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { House, LogOut, MessageCircle, ReceiptText, ScrollText, Settings, User } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ChatDock } from '../slices/chat/public.ts'
import { confirm, showQuestionsBy, toast } from '../ui/overlay.tsx'
import { QuestionDialog } from '../ui/question.tsx'
import { useParts } from '../ui/use-parts.ts'
import { logOut } from './api.ts'
import { Bell } from './bell.tsx'
import { BrandName } from './brand-name.tsx'
import { lazyModal } from './lazy-modal.tsx'
import { followPreferences } from './look.ts'
import { Menu } from './menu.tsx'
import { followMessages, renewSubscription } from './messages-of-worker.ts'
import { NewLogins } from './new-logins.tsx'

const Conditions = lazyModal(
  ['lookup'],
  () => import('../slices/lookup/conditions-modal.tsx'),
  'menu.conditions',
)

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
    <div className="flex flex-1 flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:bg-card focus:p-3"
      >
        {t('menu.skip')}
      </a>
      <header className="sticky short:static top-0 z-20 border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-6xl items-center justify-between gap-1 px-4">
          <span className="flex min-w-0 flex-1 items-center gap-1.5 text-[length:min(1rem,max(16px,5vw))] font-bold">
            <img src="/art/brand/mark.svg" alt="" width={32} height={32} />
            <BrandName />
          </span>
          {hasMenu && (
            <div className="flex items-center">
              <Menu
                items={[
                  { label: t('menu.profile'), icon: User, to: '/user/profile' },
                  { label: t('menu.conditions'), icon: ScrollText, onOpen: () => setConditions(true) },
                  { label: t('menu.home'), icon: House, to: '/user/home', raised: true },
                  { label: t('menu.statement'), icon: ReceiptText, to: '/user/statement' },
                  { label: t('menu.contact'), icon: MessageCircle, to: '/user/contact' },
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
          )}
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-6xl flex-1 px-4 pt-4 pb-28 wide:pb-12">
        <NewLogins />
        {children}
      </main>
      {conditions && <Conditions onClose={() => setConditions(false)} />}
    </div>
  )
}
