import { brand } from '@krapao/web/brand/brand.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { ExternalLink, Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refused } from '../../app/refused.tsx'
import { alert } from '../../ui/overlay.tsx'
import type { GameAccount } from '../wallet/public.ts'
import { playLink } from './play.ts'
import type { GameLogin } from './use-login.ts'

/** The link into the game; nothing if the provider has neither auto-login nor a web page. */
export function PlayButton({ slot, login }: { slot: GameAccount; login: GameLogin | undefined }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [blocked, setBlocked] = useState<string>()
  if (!slot.autoLogin && !slot.web) return null

  async function play(login: GameLogin): Promise<void> {
    setBlocked(undefined)
    // The window is opened in the click handler, or browsers would block it as a pop-up; its address follows.
    const tab = brand.iframeMode ? window.open('about:blank', '_blank') : null
    if (tab) {
      tab.document.title = slot.name
      tab.document.body.textContent = t('game.playBusy', { name: slot.name })
    }
    setBusy(true)
    try {
      const link = await playLink(slot, login)
      if (tab) {
        tab.opener = null
        tab.location.replace(link)
      } else if (brand.iframeMode) setBlocked(link)
      else location.assign(link)
    } catch (error) {
      tab?.close()
      await alert({ title: t('ui.error'), text: refused(error) })
    } finally {
      setBusy(false)
    }
  }

  if (blocked) {
    return (
      <div className="grid gap-2">
        <p className="text-sm text-ink-soft">{t('game.playBlocked')}</p>
        <a href={blocked} target="_blank" rel="noopener" className={buttonClass('primary', true)}>
          <ExternalLink className="size-5" aria-hidden />
          {t('game.playNow', { name: slot.name })}
        </a>
      </div>
    )
  }
  return (
    <Button
      wide
      busy={busy}
      busyLabel={t('ui.busy.opening')}
      disabled={!login}
      icon={<Play className="size-5" aria-hidden />}
      onClick={() => login && play(login)}
    >
      {t('game.play', { name: slot.name })}
      {brand.iframeMode && <span className="sr-only"> {t('game.playNewTab')}</span>}
    </Button>
  )
}
