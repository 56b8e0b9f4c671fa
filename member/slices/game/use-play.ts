import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useState } from 'react'
import { refused } from '../../frame/calls/refused.tsx'
import { alert } from '../../ui/overlay.tsx'
import type { GameAccount } from '../wallet/public.ts'
import { playLink } from './play.ts'
import type { GameLogin } from './use-login.ts'

/** Whether the game can be entered from here. */
export const canPlay = (slot: GameAccount): boolean => slot.autoLogin !== null || slot.web !== null

/** Enters a game. `blocked`: the link, if the browser kept the new tab closed. */
export function usePlay(slot: GameAccount) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [blocked, setBlocked] = useState<string>()

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
  return { play, busy, blocked }
}
