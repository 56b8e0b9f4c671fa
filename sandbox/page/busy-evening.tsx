import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { SmallButton } from './small-button.tsx'
import { toast } from './toasts.ts'

/** A button that fills the operators' desk, as a busy evening does. */
export function BusyEvening() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('POST /sandbox/api/evening', {}),
    onSuccess: (begun) => toast('positive', t('evening.done', { ...begun })),
    onError: () => toast('negative', t('evening.failed')),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <SmallButton onClick={() => mutate()} disabled={isPending} title={t('evening.hint')}>
      {t('evening.begin')}
    </SmallButton>
  )
}
