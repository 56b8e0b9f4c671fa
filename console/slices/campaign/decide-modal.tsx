import type { Currency } from '@krapao/contract/money.ts'
import type { Exposure } from '@krapao/contract/slices/campaign/cost.ts'
import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { approveWords } from '../../app/exposure-words.ts'
import { FormModal } from '../../app/form-modal.tsx'
import { sendByEnter } from '../../ui/send-by-enter.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { isReason } from './draft.ts'
import { ExposureLines } from './exposure-lines.tsx'
import { aboveText } from './problem-text.ts'

/** What a person may do with a campaign beside making a version of it. */
export type Deed = 'approve' | 'refuse' | 'stop'

/**
 * Asks why, and does it.
 * @param version undefined: the campaign as a whole is meant
 * @param exposure of what is approved; undefined: nothing is
 */
export function DecideModal({
  deed,
  kind,
  code,
  version,
  title,
  currency,
  exposure,
  onClose,
}: {
  deed: Deed
  kind: Kind
  code: string
  version: number | undefined
  title: string
  currency: Currency
  exposure: Exposure | undefined
  onClose(): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const form = useForm()
  const isMissing = !isReason(reason)

  async function decide(): Promise<void> {
    try {
      await send()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        await queries.invalidateQueries({ queryKey: ['campaigns'] })
      }
      throw error
    }
    await queries.invalidateQueries({ queryKey: ['campaigns'] })
    onClose()
    // The sheet's place in the history goes first.
    await settled()
    toast('positive', t(`campaign.done.${deed}`))
  }

  function send(): Promise<unknown> {
    if (deed === 'stop')
      return api('POST /api/console/campaigns/:kind/:code/stop', { params: { kind, code }, reason })
    const params = { kind, code, version: String(version) }
    return api(`POST /api/console/campaigns/:kind/:code/versions/:version/${deed}`, { params, reason })
  }

  return (
    <FormModal
      title={t(`campaign.ask.${deed}`, { title })}
      label={exposure ? approveWords(exposure, currency) : t(`campaign.deed.${deed}`)}
      look={deed === 'approve' ? 'primary' : 'danger'}
      busyLabel={t('campaign.sending')}
      form={form}
      say={(failure) =>
        failure instanceof ApiError && failure.code === 'SECOND_OPERATOR'
          ? t('campaign.ownVersion')
          : (aboveText(failure, currency) ?? errorText(failure))
      }
      onSubmit={(event) => form.submit(event, !isMissing, decide)}
      onClose={onClose}
    >
      {exposure && <ExposureLines exposure={exposure} currency={currency} />}
      <p className="text-sm text-ink-soft">{t(`campaign.meaning.${deed}`)}</p>
      <TextField
        label={t('campaign.reason')}
        maxLength={500}
        value={reason}
        error={form.tried && isMissing ? t('campaign.reasonMissing') : undefined}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={sendByEnter}
      />
    </FormModal>
  )
}
