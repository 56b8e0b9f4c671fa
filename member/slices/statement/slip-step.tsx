import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { useLocation } from 'wouter'
import { shortReference } from '../../ui/short-reference.ts'
import { adviceFor } from './slip-advice.ts'

/**
 * What a member can do now about a slip that was refused: a sentence, and the press that begins it.
 * @param isCredited its money is in the wallet by another way
 * @param onLeave closes the sheet that this stands in
 */
export function SlipStep({
  id,
  reason,
  isCredited = false,
  onLeave,
}: {
  id: string
  reason: string | null | undefined
  isCredited?: boolean
  onLeave?(): void
}) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const advice = adviceFor(reason)
  const needsPicture = advice === 'again'
  const sentence = isCredited ? 'credited' : advice === 'account' || advice === 'late' ? 'team' : advice

  function go(): void {
    onLeave?.()
    // Only after a sheet has given back its history entry, which would lead back here.
    settled().then(() =>
      navigate(needsPicture ? '/user/home?open=slip' : `/user/contact?reference=${shortReference(id)}`),
    )
  }

  return (
    <span className="flex flex-wrap items-center gap-x-3 text-sm">
      <span className="min-w-[min(11rem,100%)] flex-1 text-pretty text-ink-soft">
        {t(`statement.slipStep.${sentence}`)}
      </span>
      {!isCredited && (
        <button
          type="button"
          onClick={go}
          className="-mx-2 min-h-11 rounded-xl px-2 font-semibold text-link hover:bg-sunken"
        >
          {t(needsPicture ? 'statement.slipStep.send' : 'statement.slipStep.contact')}
        </button>
      )}
    </span>
  )
}
