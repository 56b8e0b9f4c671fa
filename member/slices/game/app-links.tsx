import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { Smartphone } from 'lucide-react'
import { ButtonPair } from '../../ui/actions.tsx'
import type { GameAccount } from '../wallet/public.ts'
import { webLink } from './play.ts'

/** The provider's apps, where it has any. */
export function AppLinks({ slot }: { slot: GameAccount }) {
  const { t } = useTranslation()
  const apps = [
    [t('game.android'), webLink(slot.android, location.href)],
    [t('game.ios'), webLink(slot.ios, location.href)],
  ].filter((app) => app[1])
  if (apps.length === 0) return null
  return (
    <ButtonPair>
      {apps.map(([label, link]) => (
        <a key={label} href={link} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet')}>
          <Smartphone className="size-5 shrink-0" aria-hidden />
          {label}
        </a>
      ))}
    </ButtonPair>
  )
}
