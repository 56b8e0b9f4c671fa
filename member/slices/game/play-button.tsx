import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, type ButtonProps, buttonClass } from '@krapao/web/ui/button.tsx'
import { ExternalLink, Play } from 'lucide-react'
import type { GameAccount } from '../wallet/public.ts'
import type { GameLogin } from './use-login.ts'
import { canPlay, type usePlay } from './use-play.ts'

/** The link into the game; nothing if the provider has neither auto-login nor a web page. */
export function PlayButton({
  slot,
  login,
  way: { play, busy, blocked },
  look = 'primary',
  label,
}: {
  slot: GameAccount
  login: GameLogin | undefined
  /** What `usePlay` answered: entering may have begun by another button. */
  way: ReturnType<typeof usePlay>
  look?: ButtonProps['look']
  /** Other words than "play" with the game's name. */
  label?: string
}) {
  const { t } = useTranslation()
  if (!canPlay(slot)) return null
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
      look={look}
      busy={busy}
      busyLabel={t('ui.busy.opening')}
      disabled={!login}
      icon={<Play className="size-5" aria-hidden />}
      onClick={() => login && play(login)}
    >
      {label ?? t('game.play', { name: slot.name })}
      {brand.iframeMode && <span className="sr-only"> {t('game.playNewTab')}</span>}
    </Button>
  )
}
