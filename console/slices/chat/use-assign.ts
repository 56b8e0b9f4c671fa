import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { toast } from '../../ui/toasts.ts'
import { chatKey, type StaffChat } from './queries.ts'

/** Gives a conversation to an operator, or to nobody. */
export function useAssign({ _id: id }: Pick<StaffChat, '_id'>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)

  /** @returns whether it was done */
  async function assign(operator: { _id: string; name: string } | null): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    try {
      const chat = await api('PUT /api/console/chats/:id/operator', {
        params: { id },
        operatorId: operator?._id ?? null,
      })
      queries.setQueryData(chatKey(id), chat)
      toast('positive', operator ? t('chats.assigned', { name: operator.name }) : t('chats.released'))
      return true
    } catch (error) {
      toast('negative', errorText(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { assign, busy }
}
