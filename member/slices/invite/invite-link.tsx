import { plainText } from '@krapao/web/i18n/plain-text.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Copy, Share2 } from 'lucide-react'
import { ButtonPair } from '../../ui/actions.tsx'
import { useCopy } from '../../ui/copy.tsx'
import { inviteLink } from './invite.ts'

/**
 * The member's link with its ways to friends: copied, or given to the phone's own share sheet where it has
 * one.
 */
export function InviteLink({ profileId }: { profileId: string }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const link = inviteLink(location.origin, profileId)
  const canShare = typeof navigator.share === 'function'

  // Closing the share sheet is reported as an error, and is none.
  const share = () => navigator.share({ text: plainText(t('invite.shareText')), url: link }).catch(() => {})

  return (
    <section className="grid grid-cols-1 gap-3 rounded-2xl bg-sunken px-4 py-3">
      <div>
        <h3 className="text-sm text-ink-soft">{t('invite.link')}</h3>
        <p className="text-sm font-semibold break-all select-all">{link}</p>
      </div>
      <ButtonPair>
        <Button
          look={canShare ? 'plain' : 'primary'}
          icon={<Copy className="size-5 shrink-0" aria-hidden />}
          onClick={() => copy(link)}
        >
          {t('invite.copy')}
        </Button>
        {canShare && (
          <Button icon={<Share2 className="size-5 shrink-0" aria-hidden />} onClick={share}>
            {t('invite.share')}
          </Button>
        )}
      </ButtonPair>
    </section>
  )
}
