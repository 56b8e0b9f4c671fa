import { dayInWords } from '@krapao/contract/dates.ts'
import { useForm } from '@krapao/web/form/use-form.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { FormModal } from '../../app/form-modal.tsx'
import { useDraft } from '../../app/use-draft.ts'
import { toast } from '../../ui/toasts.ts'
import { isReasonMissing, ReasonInput } from '../desk/public.ts'
import type { BetDay } from './queries.ts'

/** Asks why a day is to be closed without the providers that do not answer; a second person decides. */
export function CloseModal({ day, onClose }: { day: BetDay; onClose(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [reason, setReason, forgetReason] = useDraft(`bet-day/${day.day}/close`)
  const form = useForm()
  const isMissing = isReasonMissing(reason)
  const providers = day.waitsFor.map(({ code }) => code)

  async function ask(): Promise<void> {
    try {
      await api('POST /api/console/bet-days/:day/close', {
        params: { day: day.day },
        reason: reason.trim(),
        providers,
      })
    } finally {
      await queries.invalidateQueries({ queryKey: ['desk'] })
    }
    forgetReason()
    onClose()
    // The sheet's place in the history goes first.
    await settled()
    toast('positive', t('game.days.close.asked'))
  }

  return (
    <FormModal
      title={t('game.days.close.title', { day: dayInWords(day.day, i18n.language) })}
      label={t('game.days.close.send')}
      busyLabel={t('game.days.close.sending')}
      form={form}
      onSubmit={(event) => form.submit(event, !isMissing, ask)}
      onClose={onClose}
    >
      <Note>{t('game.days.close.meaning', { providers: providers.join(', ') })}</Note>
      <ReasonInput value={reason} isMissing={form.tried && isMissing} onChange={setReason} />
    </FormModal>
  )
}
