import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { useOperator } from '../../../app/use-operator.ts'
import { toast } from '../../../ui/toasts.ts'

/** Opens the member's conversation, also where the member has never written; for who answers the chat. */
export function WriteButton({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  if (!operator || !may(operator.role, 'answerChats')) return null

  async function open(): Promise<void> {
    setBusy(true)
    try {
      const { id } = await api('POST /api/console/members/:id/chat', { params: { id: memberId } })
      navigate(`/chats/${id}`)
    } catch (error) {
      toast('negative', errorText(error))
      setBusy(false)
    }
  }
  return (
    <Button
      look="quiet"
      className="mb-2 min-h-11 px-4 text-sm"
      icon={<MessagesSquare className="size-4.5" aria-hidden />}
      busy={busy}
      busyLabel={t('desk.sending')}
      onClick={open}
    >
      {t('desk.memberFacts.write')}
    </Button>
  )
}
