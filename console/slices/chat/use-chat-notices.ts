import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useEffect, useRef } from 'react'
import { announce } from '../../app/notices.ts'
import { useChatCount } from './queries.ts'

/** Announces each customer who begins to wait, once, on whatever page the operator is. */
export function useChatNotices(): void {
  const { t } = useTranslation()
  const { data } = useChatCount()
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (!data) return
    const last = data.lastSince ?? ''
    // Those who waited when the console was opened are on its list.
    const isNew = known.current !== undefined && last > known.current
    known.current = known.current === undefined || last > known.current ? last : known.current
    if (isNew) announce('chat', t('chats.notice'), '/chats')
  }, [data, t])
}
